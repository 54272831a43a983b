pairs('onsets',{'t͡ɕ':'c'})
