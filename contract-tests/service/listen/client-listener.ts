import { ClientJudge } from '../../../src/requests/client-judge.ts';
import type { ClientListener, Places } from '../../judging/service.ts';
import { clientCall } from './client-call.ts';

/** Judges the clients of this service by what they send. */
export function clientListener(places: Places): ClientListener {
  const judge = new ClientJudge();
  return {
    hear: (heard, caller, hide) => {
      const call = clientCall(heard, caller, places);
      if (!call) return [];
      const [exchange, facts] = call;
      return judge.hear(exchange, { ...facts, hide });
    },
    get findings() {
      return judge.findings;
    },
  };
}
