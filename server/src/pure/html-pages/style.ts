import { createHash } from 'node:crypto';
import { colours } from './colours.ts';
import { Html } from './html.ts';

const text = `${colours}
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%;scroll-padding-top:72px}
body{background:var(--canvas);color:var(--text);font:15px/23px var(--sans);overflow-wrap:anywhere}
a{color:var(--accent)}
a:hover{color:var(--accent-hover)}
a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:var(--r-chip)}
code,pre{font-family:var(--mono);font-size:13px}
.skip{position:absolute;left:-999px;top:8px;z-index:2;padding:8px 12px;background:var(--surface)}
.skip:focus{left:8px}
header{position:sticky;top:0;z-index:1;padding:12px var(--gutter);background:var(--canvas);border-bottom:1px solid var(--line)}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 16px}
header a{padding:2px 0;font:400 14px/20px var(--sans);color:var(--text-2);text-decoration:none}
header a:hover,header a[aria-current]{color:var(--text);text-decoration:underline;text-underline-offset:4px}
header .name{font:600 18px/24px var(--serif);color:var(--text);text-decoration:none}
.columns{display:grid;grid-template-columns:var(--side) minmax(0,1fr);max-width:1280px;margin:0 auto}
nav{position:sticky;top:49px;align-self:start;max-height:calc(100vh - 49px);overflow-y:auto;padding:24px 16px}
nav ul,.contents{list-style:none;padding:0}
nav p{margin:16px 0 4px;padding:0 12px;font:600 13px/18px var(--sans);color:var(--text)}
nav p:first-child{margin-top:0}
nav a{display:block;padding:4px 12px;border-radius:var(--r-card);color:var(--text-2);text-decoration:none}
nav a:hover{background:var(--hover);color:var(--text)}
nav a[aria-current]{background:var(--accent-soft);color:var(--text);font-weight:600}
main{padding:32px var(--gutter) 64px;max-width:960px}
h1{font:600 34px/40px var(--serif);letter-spacing:-.01em}
h2{font:600 22px/28px var(--serif);text-wrap:balance}
h2 a{color:var(--text);text-decoration:none}
h2 a:hover{text-decoration:underline}
h3{margin-top:24px;font:600 13px/18px var(--sans);color:var(--text-2)}
p{margin-top:8px;max-width:var(--measure);color:var(--text-2)}
section{margin-top:40px;padding-top:32px;border-top:1px solid var(--line)}
.contents{margin-top:12px}
.contents li{padding:5px 0;border-bottom:1px solid var(--line);display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 16px}
.contents li>span{color:var(--text-2)}
.contents a{text-decoration:none;color:var(--text)}
.contents a:hover code{text-decoration:underline}
.method{display:inline-block;min-width:58px;padding:0 6px;border-radius:var(--r-chip);font:600 12px/20px var(--sans);text-align:center;color:var(--text-2);background:var(--sunken)}
.post,.put,.patch{color:var(--accent);background:var(--accent-soft)}
.delete{color:var(--bad);background:var(--bad-soft)}
.call code{font-size:15px;color:var(--text)}
.access{font-size:14px}
table{width:100%;margin-top:8px;border-collapse:collapse;font-size:14px;line-height:20px}
thead th{border-bottom:1px solid var(--text);color:var(--text-2);font-size:13px}
th,td{padding:6px 16px 6px 0;text-align:left;vertical-align:top;font-weight:400}
tbody tr{border-bottom:1px solid var(--line)}
tbody th{width:36%}
td:nth-child(2):not(:last-child){width:22%;color:var(--text-2)}
.required{font-size:12px;color:var(--warn)}
.rule,.says{display:block}
.rule{color:var(--text-2)}
.old{color:var(--bad)}
.status{font-weight:600;color:var(--good)}
pre{margin-top:8px;padding:12px 16px;border-radius:var(--r-card);background:var(--sunken);line-height:19px;white-space:pre-wrap}
details{margin-top:8px}
.text h2{margin-top:40px}
.text h3{font:600 17px/24px var(--sans);color:var(--text)}
.text h4{margin-top:16px;font:600 15px/23px var(--sans)}
.text p,.text li,.text td{color:var(--text)}
.text ul,.text ol{margin-top:8px;padding-left:24px;max-width:var(--measure)}
.text li{margin-top:4px}
.text li p{margin-top:0}
.text table{margin-top:12px}
.text tbody th{width:auto}
.text td:nth-child(2):not(:last-child){width:auto;color:var(--text)}
.text blockquote{margin-top:12px;padding-left:16px;border-left:3px solid var(--line)}
.text hr{margin-top:32px;border:0;border-top:1px solid var(--line)}
.text img{display:block;max-width:100%;height:auto;margin-top:12px;border:1px solid var(--line);border-radius:var(--r-card)}
.source{margin-top:48px;font-size:14px}
summary{cursor:pointer;color:var(--accent)}
@media (max-width:899px){
:root{--gutter:16px}
.columns{display:block}
nav{display:none}
h1{font-size:28px;line-height:34px}
.contents li{display:block;padding:8px 0}
.contents li>span{display:block}
table,tbody,tr,tbody th,td{display:block}
thead{display:none}
tbody tr{padding:8px 0}
tbody th,td,td:nth-child(2):not(:last-child){width:auto;padding:1px 0}
.text tbody th{font-weight:600}
.text td:not([data-label=""])::before{content:attr(data-label)": ";color:var(--text-2)}
}
@media print{nav,header{display:none}.columns{display:block}}
`;

/** The style of every page. */
export const style = new Html(text);

const hash = createHash('sha256').update(text).digest('base64');

/** No scripts, no framing, no forms, nothing from elsewhere; the one style by its content, pictures from the instance. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;
