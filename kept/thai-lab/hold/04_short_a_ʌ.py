pairs('rhymes',{'a':'ʌ','aː':'aː','ua̯':'uə','ia̯':'iə','ɯa̯':'ɯə'})
