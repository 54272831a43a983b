opt['voice']='hf_alpha'
