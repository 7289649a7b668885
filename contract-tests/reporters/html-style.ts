export const style = `
:root{color-scheme:light dark;--ink:#1c2024;--dim:#5f6973;--paper:#fff;--card:#f5f6f8;--line:#dde1e6;--good:#14733b;--bad:#b3261e;--warn:#8a5a00;--seen:#0b6bcb}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--dim:#a0a8b1;--paper:#15181c;--card:#1e2227;--line:#343a41;--good:#5ccb8a;--bad:#ff8a80;--warn:#f0b955;--seen:#7db8ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.5rem;margin:0 0 .25rem}
h2{font-size:1.1rem;margin:2.25rem 0 .5rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}
p{margin:.25rem 0}
.dim{color:var(--dim)}
.verdict{border-left:.4rem solid;padding:.75rem 1rem;background:var(--card);border-radius:.25rem;margin:1rem 0}
.conforms{border-color:var(--good)}.violates{border-color:var(--bad)}.inconclusive{border-color:var(--warn)}
.verdict b{font-size:2rem;line-height:1.1;letter-spacing:.02em}
.conforms b{color:var(--good)}.violates b{color:var(--bad)}.inconclusive b{color:var(--warn)}
a{color:var(--seen)}
h3{font-size:1rem;margin:1.5rem 0 .35rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:1rem 0}
.cause{border:1px solid var(--line);border-left:.25rem solid var(--bad);border-radius:.25rem;padding:.75rem 1rem;margin:1rem 0}.cause h3{font-size:1.1rem;margin-top:0}.new b,.still-broken b,h3 .new{color:var(--bad)}h3 .new{font-size:.8rem;border:1px solid;border-radius:1rem;padding:0 .5rem}.fixed b{color:var(--good)}.not-seen-now b{color:var(--warn)}.since li{padding:.2rem 0}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr));gap:.75rem;margin:.5rem 0}.sides>div{background:var(--card);border:1px solid var(--line);border-left:.25rem solid var(--good);border-radius:.25rem;padding:.4rem .7rem}.sides>.actual{border-left-color:var(--bad)}.sides dt{color:var(--dim);font-size:.85rem}.sides dd{margin:0;overflow-wrap:anywhere}
mark{background:color-mix(in srgb,var(--bad) 22%,transparent);color:inherit;border-radius:.2rem;padding:0 .15rem}
.tabs{display:flex;flex-wrap:wrap;gap:.3rem}.tabs details{display:contents}.tabs summary{list-style:none;border:1px solid var(--line);border-radius:.25rem;padding:.1rem .6rem}.tabs details[open]>summary{background:var(--seen);color:var(--paper)}.tabs details::details-content{order:1;width:100%;position:relative}.tabs details:not([open])::details-content{display:none}
.share{display:block;width:100%;height:1.1rem;border-radius:.25rem}.share .met{fill:var(--good)}.share .broken{fill:var(--bad)}.share .not-testable,.share .waived{fill:var(--warn)}.share .observed{fill:var(--seen)}.share .not-seen,.share .not-applicable{fill:var(--line)}
.tiles{border:0;padding:0;margin:1rem 0;display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.5rem}.tiles legend{color:var(--dim);margin-bottom:.3rem}.tile{display:block;cursor:pointer;border:1px solid var(--line);border-top:.25rem solid var(--line);border-radius:.25rem;padding:.4rem .6rem;background:var(--card)}.tile.met{border-top-color:var(--good)}.tile.broken{border-color:var(--bad)}.tile:has(:checked){outline:2px solid var(--seen)}.tile:focus-within{outline:2px solid var(--ink)}.tile input{position:absolute;opacity:0}.tile b,.tile span{display:block;font-size:.85rem}.tile span{color:var(--dim)}.tile.broken span{color:var(--bad)}
.timeline{margin:.75rem 0;font:12px/1 ui-monospace,monospace}.timeline text{fill:var(--ink)}.timeline .about{fill:var(--dim)}.timeline .lane{stroke:var(--line)}.timeline rect{fill:var(--card);stroke:var(--dim)}.timeline .broke rect{stroke:var(--bad);stroke-width:2.5}
.copy{position:absolute;top:.9rem;right:.4rem;font:inherit;font-size:.8rem}
#find{font:inherit;color:inherit;background:var(--card);border:1px solid var(--dim);border-radius:.25rem;padding:.25rem .5rem;width:min(22rem,100%)}:root:not([data-script]) .finder{display:none}
.filter{border:1px solid var(--line);border-radius:.25rem;display:flex;flex-wrap:wrap;gap:.4rem 1.25rem}
[hidden]{display:none!important}
ul{list-style:none;margin:0;padding:0}
.clauses>li{padding:.35rem 0 .35rem 1.75rem;position:relative;border-bottom:1px solid var(--line)}
.mark{position:absolute;left:.25rem;font-weight:700}
.met .mark{color:var(--good)}.broken .mark{color:var(--bad)}.not-testable .mark,.waived .mark{color:var(--warn)}.observed .mark{color:var(--seen)}
code,pre{font:.85em/1.45 ui-monospace,monospace}
code.id{overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--card);border:1px solid var(--line);border-radius:.25rem;padding:.6rem;margin:.5rem 0}
details{margin:.35rem 0}summary{cursor:pointer;color:var(--seen)}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
:is(th,td).n{text-align:right;font-variant-numeric:tabular-nums}
.tally{display:flex;flex-wrap:wrap;gap:.4rem 1.25rem;margin:.5rem 0}.tally span::before{content:'';display:inline-block;width:.7em;height:.7em;border-radius:.15em;margin-right:.4em;background:var(--line)}.tally .met::before{background:var(--good)}.tally .broken::before{background:var(--bad)}.tally .not-testable::before,.tally .waived::before{background:var(--warn)}.tally .observed::before{background:var(--seen)}
@media (max-width:30rem){table{font-size:.8rem}th,td{padding:.3rem .25rem}}
@media print{:root{color-scheme:light;--ink:#000;--paper:#fff;--card:#fff;--dim:#444;--line:#bbb;--good:#14733b;--bad:#b3261e;--warn:#8a5a00;--seen:#0b6bcb}details:not([open]),nav,.filter,.tiles,.finder,.copy{display:none}main{max-width:none;padding:0}body{font-size:10pt}li,tr{break-inside:avoid}h2{break-after:avoid}}
`;

/** Optional enhancements: search, and buttons to copy. */
export const script = `
document.documentElement.dataset.script = '';
const find = document.getElementById('find');
find?.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\\s+/);
  const all = [...document.querySelectorAll('.clauses>li, .cause')];
  for (const one of all) one.hidden = !words.every((word) => one.textContent.toLowerCase().includes(word));
  const count = (some) => all.filter((one) => !one.hidden && one.matches(some)).length;
  document.getElementById('found').textContent = find.value === '' ? '' : 'causes: ' + count('.cause') + ', clauses: ' + count('li');
  for (const one of document.querySelectorAll('section>details')) one.open = find.value !== '' && one.querySelector('li:not([hidden])') !== null;
});
for (const pre of document.querySelectorAll('.cause pre')) {
  const button = Object.assign(document.createElement('button'), { className: 'copy', textContent: 'Copy' });
  button.onclick = () => navigator.clipboard.writeText(pre.textContent).then(() => { button.textContent = 'Copied'; });
  pre.before(button);
}
const unfold = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let one = target?.closest('details'); one; one = one.parentElement.closest('details')) one.open = true;
  target?.scrollIntoView();
};
addEventListener('hashchange', unfold);
unfold();
`;
