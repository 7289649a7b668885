import type { Request, Response } from 'express';

/** Sends 100 Continue where the client waits for it, right before the body is read. */
export function sendContinue(req: Request, res: Response): void {
  if (!req.awaitsContinue) return;
  req.awaitsContinue = false;
  res.writeContinue();
}
