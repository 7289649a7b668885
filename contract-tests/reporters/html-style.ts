export const style = `
:root{color-scheme:light dark;--ink:#1c2024;--dim:#5f6973;--paper:#fff;--card:#f5f6f8;--line:#dde1e6;--good:#14733b;--bad:#b3261e;--warn:#8a5a00;--seen:#0b6bcb}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--dim:#a0a8b1;--paper:#15181c;--card:#1e2227;--line:#343a41;--good:#5ccb8a;--bad:#ff8a80;--warn:#f0b955;--seen:#7db8ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}
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
nav{border:1px solid var(--line);border-radius:.25rem;padding:.6rem 1rem;margin:1rem 0}nav ul ul{margin-left:1.25rem;columns:2 14rem}
.cause{border-left:.25rem solid var(--bad);padding:.1rem 0 .1rem 1rem;margin:1rem 0}.cause h3{margin-top:0}
.filter{border:1px solid var(--line);border-radius:.25rem;display:flex;flex-wrap:wrap;gap:.4rem 1.25rem}
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
td.n{text-align:right;font-variant-numeric:tabular-nums}
.tally{display:flex;flex-wrap:wrap;gap:.4rem 1.25rem;margin:.5rem 0}
@media (max-width:30rem){table{font-size:.8rem}th,td{padding:.3rem .25rem}}
@media print{:root{color-scheme:light;--ink:#000;--paper:#fff;--card:#fff;--dim:#444;--line:#bbb;--good:#14733b;--bad:#b3261e;--warn:#8a5a00;--seen:#0b6bcb}details:not([open]),nav,.filter{display:none}main{max-width:none;padding:0}body{font-size:10pt}li,tr{break-inside:avoid}h2{break-after:avoid}}
`;
