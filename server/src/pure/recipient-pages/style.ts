/** The style of every page: a sheet with a rule, in the colours of the product, light and dark. */
export const style = `
:root{--canvas:#faf7f3;--surface:#fefdfb;--sunken:#f1eee7;--line:#e0dcd3;--text:#241e18;--second:#564e45;--hint:#6a6258;--accent:#086172;--hover:#004f5e;--on:#fdfcf9}
@media (prefers-color-scheme:dark){:root{--canvas:#15120f;--surface:#1f1b17;--sunken:#100d0a;--line:#3a342f;--text:#ebe7e0;--second:#bfbab1;--hint:#a49e94;--accent:#71c7d4;--hover:#8fd9e4;--on:#091619}}
*{box-sizing:border-box;margin:0}
html{height:100%;-webkit-text-size-adjust:100%}
body{min-height:100%;display:grid;place-items:center;padding:24px 16px;background:var(--canvas);color:var(--text);font:16px/24px "Source Sans 3",system-ui,-apple-system,"Segoe UI",Roboto,"Hiragino Sans","Noto Sans CJK JP",sans-serif}
.sheet{width:100%;max-width:440px;background:var(--surface);border:1px solid var(--line);border-radius:10px;overflow-wrap:anywhere;hyphens:auto}
header{padding:16px 32px;border-bottom:1px solid var(--line)}
.from{display:flex;align-items:baseline;gap:10px;font-weight:600;color:var(--second)}
.from::before{content:"";flex:none;width:8px;height:8px;border-radius:50%;background:var(--accent)}
main{padding:32px}
h1{font:600 26px/32px "Source Serif 4",Georgia,"Times New Roman","Hiragino Mincho ProN",serif;letter-spacing:-.01em;margin-bottom:12px;text-wrap:balance}
p{color:var(--second);text-wrap:pretty}
dl{margin-top:24px;padding:12px 16px;background:var(--sunken);border-radius:6px}
dt{font-size:13px;line-height:18px;color:var(--hint)}
dd{font-weight:600}
form,.button{display:block}
.button{width:100%;margin-top:24px;padding:11px 20px;border:1px solid var(--accent);border-radius:6px;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.primary{background:var(--accent);color:var(--on)}
.primary:hover{background:var(--hover);border-color:var(--hover)}
.quiet{background:none;color:var(--accent)}
.quiet:hover{color:var(--hover);border-color:var(--hover)}
.button:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
.note{margin-top:16px;font-size:14px;line-height:20px;color:var(--hint)}
.link{margin-top:24px;font-size:14px;line-height:20px}
.link a{color:var(--accent)}
.link a:hover{color:var(--hover)}
.link a:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
.second{margin-top:24px;padding-top:24px;border-top:1px solid var(--line)}
.second .button{margin-top:12px}
@media (max-width:420px){main{padding:24px}header{padding:14px 24px}}
`;
