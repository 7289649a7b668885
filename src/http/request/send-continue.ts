import type { Request, Response } from 'express';

/** Tells the sender of a body to go on, where it waits for that: its body is about to be read. */
export function sendContinue(req: Request, res: Response): void {
  if (!req.awaitsContinue) return;
  req.awaitsContinue = false;
  res.writeContinue();
}
