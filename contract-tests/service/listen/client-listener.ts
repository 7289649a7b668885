import { ClientJudge } from '../../../src/requests/client-judge.ts';
import type { ClientListener, Places } from '../../judging/service.ts';
import { clientCall } from './client-call.ts';

/** Judges the clients of this service by what they send. */
export function clientListener(places: Places): ClientListener {
  const judge = new ClientJudge();
  return {
    hear: (heard, caller) => {
      const call = clientCall(heard, caller, places);
      return call ? judge.hear(...call) : [];
    },
    get findings() {
      return judge.findings;
    },
  };
}
