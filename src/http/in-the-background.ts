/** Milliseconds in which requests are answered before the first step, and between two of them. */
const pauseMs = 100;

/**
 * Does one step after the other, and leaves room for requests between them; returns how to stop it. A
 * step that fails is left to whoever needs it, who then hears of it. Keeps no process alive.
 */
export function inTheBackground(steps: readonly (() => Promise<unknown>)[]): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const goOn = ([step, ...rest]: typeof steps): void => {
    if (!step || stopped) return;
    timer = setTimeout(
      () =>
        void step().then(
          () => goOn(rest),
          () => {},
        ),
      pauseMs,
    ).unref();
  };
  goOn(steps);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
