opt['voice']='hf_beta'
