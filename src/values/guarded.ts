/**
 * A function of a program, which hears of something: where it fails, that is said as a warning of the process, and
 * neither ends it nor reaches whom it hears of.
 */
export function guarded<Heard extends unknown[]>(
  name: string,
  hear: (...heard: Heard) => unknown,
): (...heard: Heard) => void {
  const warn = (error: unknown): void => {
    const { message = String(error), stack = '' } = error as Partial<Error>;
    process.emitWarning(`${name} failed: ${message}`, {
      code: 'ABUSE_FEED_LISTENER',
      detail: stack,
    });
  };
  return (...heard) => {
    try {
      const said = hear(...heard);
      if (said instanceof Promise) said.catch(warn);
    } catch (error) {
      warn(error);
    }
  };
}
