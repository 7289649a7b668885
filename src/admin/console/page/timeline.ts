import { html, type View } from '../../../pages/page/view.ts';
import type { SeenRequest } from '../../../spec/seen-request.ts';

/** In milliseconds; `to` is exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const steps = [1, 2, 5, 10, 30, 60, 300, 900, 3600, 14400, 86400, 864000].map((s) => s * 1000);
const mostBars = 120;
const looks = ['good', 'warn', 'bad'] as const;
const height = 40;

const lookOf = ({ status = 599 }: SeenRequest): number =>
  status >= 500 ? 2 : status >= 400 ? 1 : 0;
const clock = (time: number): string => new Date(time).toISOString().slice(11, 19);

/** A histogram of requests by time and status; dragging selects a range. */
export function timeline(
  seen: readonly SeenRequest[],
  range: Range | undefined,
  choose: (range: Range | undefined) => void,
): View {
  const times = seen.map(({ time }) => Date.parse(time));
  const [first, last] = [
    times.reduce((a, b) => Math.min(a, b)),
    times.reduce((a, b) => Math.max(a, b)),
  ];
  const step =
    steps.find((one) => (last - first) / one < mostBars - 1) ?? (last - first) / mostBars;
  const begin = Math.floor(first / step) * step;
  const bars = Array.from({ length: Math.max(Math.floor((last - begin) / step) + 1, 30) }, () => [
    0, 0, 0,
  ]);
  for (const [at, request] of seen.entries()) {
    const bar = bars[Math.floor(((times[at] ?? begin) - begin) / step)];
    if (bar) bar[lookOf(request)] = (bar[lookOf(request)] ?? 0) + 1;
  }
  const most = Math.max(...bars.map((bar) => bar.reduce((a, b) => a + b)));
  const at = (event: PointerEvent): number => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const share = Math.min(Math.max((event.clientX - box.x) / box.width, 0), 0.9999);
    return begin + Math.floor(share * bars.length) * step;
  };
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    const target = event.currentTarget as SVGElement;
    if (event.type === 'pointerdown') target.dataset.from = String(at(event));
    const from = Number(target.dataset.from);
    choose({ from: Math.min(from, at(event)), to: Math.max(from, at(event)) + step });
  };
  const place = (time: number) => (time - begin) / step;
  return html`<figure class="timeline">
    <svg viewBox="0 0 ${bars.length} ${height}" preserveAspectRatio="none" role="img" aria-label="Requests over time, by status. Drag to show a part." onPointerDown=${drag} onPointerMove=${drag}>
      ${range && html`<rect class="range" x=${place(range.from)} width=${place(range.to) - place(range.from)} height=${height} />`}
      ${bars.map((bar, x) => {
        let top = height;
        return looks.map((look, kind) => {
          const size = ((bar[kind] ?? 0) / most) * (height - 2);
          top -= size;
          return (
            size > 0 &&
            html`<rect class=${look} x=${x + 0.1} y=${top} width="0.8" height=${size} />`
          );
        });
      })}
    </svg>
    <figcaption class="dim"><span>${clock(begin)}</span><span>one bar: ${step / 1000} s; tallest: ${most}</span><span>${clock(begin + bars.length * step)}</span></figcaption>
  </figure>`;
}
