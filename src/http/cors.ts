import type { RequestHandler } from 'express';
import { methodsOf } from '../domain/operation.ts';
import { reasonHeader } from './reason.ts';

const exposed = `*, Retry-After, Allow, WWW-Authenticate, Preference-Applied, ${reasonHeader}`;

/** On every answer, whoever asks. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed,
};

/** Browser clients on any origin may call the API: tokens travel in a header, never in cookies. */
export const cors: RequestHandler = (req, res, next) => {
  res.set(corsHeaders);
  if (req.method !== 'OPTIONS' || !req.get('Access-Control-Request-Method')) {
    next();
    return;
  }
  res.set('Access-Control-Allow-Methods', (methodsOf(req.path) ?? ['GET']).join(', '));
  res.set('Access-Control-Allow-Headers', 'Authorization, Content-Type, Prefer');
  res.set('Access-Control-Max-Age', '600');
  res.status(204).end();
};
