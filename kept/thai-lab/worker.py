import sys, json, time, hashlib, importlib, tempfile, traceback
from pathlib import Path
import numpy as np
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language
from nightcrier.kernel.chance import text_digest
from nightcrier.tools.voice_files import VoiceFiles
from nightcrier.takes.soundfiles import read_sound, resample_to
from nightcrier.words.catalogue import UNHEARD
from msgspec.structs import replace
from nightcrier_studio import pack_build, heard as H
from nightcrier_studio.delivery import manner_of
from nightcrier_studio.hearing import comparison, meant_texts
from nightcrier_studio.engines import kokoro_nets, kokoro_signs, thai, kokoro
from nightcrier_studio.engines.catalogue import read_voices
from nightcrier_studio.whisper import Whisper
L=Path('/tmp/m4lab'); TH=Language('th')
house=VoiceFiles(standard_folders(),None)
script=house.script(TH); meant=meant_texts(house,TH); compare=comparison(house,TH).compare
VOICE=read_voices()['th-male']
whisper=Whisper()
def nsyl(t): return len(thai.thai_line(thai.reading_of(t)).rhymes)
standard=set(sorted(script,key=text_digest)[:30])
rest=[l for l in script if l not in standard]
mid=[l for l in rest if 5<=nsyl(script[l])<=14 and meant[l]==script[l]]
TUNE=sorted(mid,key=lambda l:text_digest('tune '+l))[:14]
SETS={'tune':TUNE,'tune2':sorted(mid,key=lambda l:text_digest('tune '+l))[14:34]}
used=set(SETS['tune'])|set(SETS['tune2'])
SETS['fresh']=sorted((l for l in rest if l not in used),key=lambda l:text_digest('fresh 4711 '+l))[:100]
SETS['standard']=sorted(standard,key=text_digest)
AUD={}; HEARD={}
hf=L/'heard.json'
if hf.exists(): HEARD=json.loads(hf.read_text())
ctx={}
SP=dict(net=0,net3=0,hear=0,score=0,sound=0)
def network(numbers, style, speed, direction):
    n=kokoro_nets; t0=time.process_time()
    known={"tokens":numbers,"style":style,"speed":np.array([speed],np.float32)}
    n._run(0,known)
    lengths=np.maximum(np.round(direction.lengths(n._flat(known[n._LENGTHS]))),1)
    known[n._LENGTHS]=n._like(known[n._LENGTHS],lengths)
    n._run(1,known)
    known[n._MELODY]=n._like(known[n._MELODY],direction.melody(n._flat(known[n._MELODY]),lengths))
    if 'style3' in ctx: known['style']=ctx['style3'](known['style'])
    key=hashlib.sha1(b''.join(np.ascontiguousarray(known[k]).tobytes() for k in ("tokens","style",n._LENGTHS,n._MELODY))).hexdigest()
    t1=time.process_time(); SP['net']+=t1-t0
    kf=Path('/dev/shm/m4aud')/(key+'.npy')
    if key not in AUD and kf.exists(): AUD[key]=np.load(kf)
    if key not in AUD:
        n._run(2,known); SP['net3']+=time.process_time()-t1; SP['sound']+=known['audio'].size/24000; AUD[key]=n._flat(known["audio"]).astype(np.float32); np.save(kf,AUD[key])
    return AUD[key].astype(np.float64)
_v={}
def vec(name):
    if name not in _v: _v[name]=np.fromfile(kokoro._HOME/'voices'/f'{name}.bin','<f4').reshape(510,1,256)
    return _v[name]
def mix(spec):
    parts=[p.partition('*') for p in spec.split('+')]
    return sum(vec(n)*(float(w) if w else 1/len(parts)) for n,_,w in parts).astype(np.float32)
def hear(clip,line):
    d=hashlib.sha256(clip).hexdigest()
    if d in HEARD: return HEARD[d]
    with tempfile.NamedTemporaryFile(suffix='.opus',dir='/dev/shm') as f:
        f.write(clip); f.flush()
        t0=time.process_time(); text=whisper.hear(Path(f.name),TH); SP['hear']+=time.process_time()-t0
        sound,rate=read_sound(Path(f.name)); sec=len(sound)/rate
        t0=time.process_time(); nll=score(resample_to(sound,rate,16000).astype(np.float32),meant[line].translate(UNHEARD)); SP['score']+=time.process_time()-t0
    HEARD[d]=(text,sec,nll); hf.write_text(json.dumps(HEARD)); return HEARD[d]
def score(sound,text):
    """Mean NLL per letter of the meant text"""
    m=whisper._model
    from faster_whisper.tokenizer import Tokenizer
    from faster_whisper.audio import pad_or_trim
    tk=Tokenizer(m.hf_tokenizer,True,task='transcribe',language='th')
    feats=pad_or_trim(m.feature_extractor(sound)[..., :-1])
    enc=m.encode(feats)
    toks=tk.encode(' '.join(text.split()))
    r=m.model.align(enc,tk.sot_sequence,[toks],[min(3000,int(len(sound)/160))])[0]
    p=np.array(r.text_token_probs[:len(toks)])
    return float(-np.log(np.maximum(p,1e-9)).sum()/max(1,len(text)))
def run(name,code):
    for m in (kokoro_nets,kokoro_signs,thai,kokoro): pass
    importlib.reload(kokoro_signs); importlib.reload(thai); importlib.reload(kokoro)
    ctx.clear()
    opt=dict(voice='hm_omega',speed=VOICE.speed,kbits=VOICE.kbits,tone=VOICE.tone,set='tune',say={},line=None)
    base=kokoro_signs.kokoro_table()
    def table(**ch):
        t=replace(base,thai=replace(thai.kokoro_table().thai,**ch))
        thai.kokoro_table=lambda:t
    def pairs(field,extra):
        cur=dict(p.split('=',1) for p in getattr(thai.kokoro_table().thai,field).split()); cur.update(extra)
        table(**{field:' '.join(f'{a}={b}' for a,b in cur.items())})
    exec(code,dict(opt=opt,table=table,pairs=pairs,thai=thai,np=np,kokoro=kokoro,ctx=ctx,replace=replace,signs=kokoro_signs,vec=vec,mix=mix))
    st=mix(opt['voice'])
    eng=kokoro.Kokoro('th','hm_omega',opt['speed'],network)
    eng._styles=(lambda: st) if 'row' not in opt else (lambda: np.repeat(st[opt['row']][None],510,0))
    v=replace(VOICE,kbits=opt['kbits'],tone=opt['tone'])
    rows=[];syl=0;sec=0;nl=0;spent=time.process_time()
    lines=SETS[opt['set']][:opt.get('n',999)]
    for l in lines:
        made=pack_build.speak_task(v,eng,pack_build.SpeechTask(l,script[l],manner_of(l,script[l])))
        if made.fault: print('FAULT',l,made.fault); continue
        text,s,nll=hear(made.clip,l)
        h=compare(l,meant[l],text); k=nsyl(script[l])
        rows.append((l,h.units,h.wrong,s,k,nll,meant[l],text)); syl+=k; sec+=s
        print(f'   {time.process_time()-spent:.0f}s {h.wrong}/{h.units} nll {nll:.2f} {text}',flush=True)
        if opt.get('keep'):
            d=L/'clips'/name; d.mkdir(parents=True,exist_ok=True); (d/f'{l}.opus').write_bytes(made.clip)
    hf.write_text(json.dumps(HEARD))
    (L/'out'/f'{name}.json').write_text(json.dumps(rows,ensure_ascii=False))
    u=sum(r[1] for r in rows); w=sum(r[2] for r in rows)
    nll=sum(r[5]*r[1] for r in rows)/u
    line=f"{time.strftime('%H:%M:%S')} {name:34} wrong {100*w/u:5.1f} % nll {nll:.3f} syl/s {syl/sec:.2f} cpu {time.process_time()-spent:.0f} {[(k,round(x)) for k,x in SP.items()]}"
    ref=L/'out'/'base.json'
    if opt['set']=='tune' and ref.exists() and name!='base':
        b={r[0]:r for r in json.loads(ref.read_text())}
        a=np.array([[r[2],b[r[0]][2],r[5]*r[1],b[r[0]][5]*r[1]] for r in rows if r[0] in b])
        dr=np.random.default_rng(0).integers(0,len(a),(2000,len(a)))
        s=a[dr].sum(1); q=s[:,0]/s[:,1]; z=s[:,2]/s[:,3]
        line+=f" | ratio {a[:,0].sum()/a[:,1].sum():.3f} ({np.percentile(q,2.5):.2f}-{np.percentile(q,97.5):.2f}) nllratio {a[:,2].sum()/a[:,3].sum():.3f} ({np.percentile(z,2.5):.2f}-{np.percentile(z,97.5):.2f})"
    print(line,flush=True)
    with open(L/'log.txt','a') as f: f.write(line+'\n')
print('ready',flush=True)
while True:
    todo=sorted((L/'q').glob('*.py'))
    if not todo: time.sleep(0.5); continue
    f=todo[0]; code=f.read_text(); f.rename(L/'out'/f.name)
    try: run(f.stem.split('_',1)[-1],code)
    except Exception: traceback.print_exc(); open(L/'log.txt','a').write(f'{f.stem} FAILED\n')
