opt['voice']='hm_psi'
