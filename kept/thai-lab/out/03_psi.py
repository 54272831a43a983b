import sys; W=sys.modules['__main__']; t=W.TUNE
W.SETS['s7']=[t[i] for i in (3,9,13,2,5,6,8)]; opt['set']='s7'; opt['voice']='hm_psi'
