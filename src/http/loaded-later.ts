import type { IncomingMessage, ServerResponse } from 'node:http';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

export interface LoadedLater {
  readonly handle: Handler;
  /** Loads it without waiting for a request. */
  readonly load: () => void;
}

/** A handler that is loaded when it is first needed; requests that come before wait for it. */
export function loadedLater(
  load: () => Promise<Handler>,
  failed: (error: unknown, res: ServerResponse) => void,
): LoadedLater {
  let loaded: Handler | undefined;
  let loading: Promise<Handler> | undefined;
  const begin = (): Promise<Handler> => {
    loading ??= load().then((handler) => {
      loaded = handler;
      return handler;
    });
    return loading;
  };
  return {
    handle: (req, res) => {
      if (loaded) return loaded(req, res);
      begin().then(
        (handler) => handler(req, res),
        (error) => failed(error, res),
      );
    },
    // Whoever needs it will hear of a failure.
    load: () => void begin().catch(() => {}),
  };
}
