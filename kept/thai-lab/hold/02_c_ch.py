pairs('onsets',{'t͡ɕʰ':'cʰ','t͡ɕ':'c'})
