import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { type AbuseFeed, abuseFeed } from '../../service/abuse-feed.ts';
import type { Context } from '../../service/drive/context.ts';
import type { AbuseFeedModel } from '../../service/model/model.ts';
import type { PlanOptions } from '../../service/run/plan.ts';
import { targetAt } from '../../service/target/target.test.support.ts';
import type { Answer } from '../talk/answer.ts';
import { Run, type StartOptions } from './run.ts';

export { answering } from '../../../src/traffic/listening.test.support.ts';

/** A run of this service, with what its tests ask for. */
class FeedRun extends Run<AbuseFeedModel> {
  readonly feed: AbuseFeed;

  constructor(feed: AbuseFeed, options: StartOptions = {}) {
    super(feed, options);
    this.feed = feed;
  }

  get callers() {
    return this.feed.setting.callers;
  }

  get reports() {
    return this.model.reports;
  }

  context(name: string, hear?: (answer: Answer) => void): Context {
    return this.feed.context(this, name, hear);
  }
}

export function runOf(
  target = targetAt(),
  options: PlanOptions & StartOptions = {},
  feed = abuseFeed(target, options),
): FeedRun {
  const run = new FeedRun(feed, options);
  onTestFinished(() => run.client.close());
  return run;
}

export function json(status: number, body: object): RequestListener {
  return (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}
