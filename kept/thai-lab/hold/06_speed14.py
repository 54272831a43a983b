opt['speed']=1.4
