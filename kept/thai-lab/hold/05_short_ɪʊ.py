pairs('rhymes',{'i':'ɪ','iː':'iː','u':'ʊ','uː':'uː','ua̯':'uə','ia̯':'iə'})
