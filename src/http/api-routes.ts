import type { Express } from 'express';
import { worldsPath } from '../worlds/worlds.ts';
import type { Pipeline } from './pipeline.ts';

/** The four operations of the first world and of every other, before all that is not the API's. */
export function addApiRoutes(app: Express, pipeline: Pipeline): void {
  for (const base of ['', `${worldsPath}/:world`]) {
    const feed = pipeline.otherMethod(['POST', 'GET', 'DELETE']);
    app
      .route(`${base}/feed/:service/api`)
      // Express would answer HEAD as it does GET, with all that this does.
      .head(feed)
      .post(pipeline.operation('create'))
      .get(pipeline.operation('fetch'))
      .delete(pipeline.operation('delete'))
      .all(feed);
    const lookup = pipeline.otherMethod(['GET']);
    app
      .route(`${base}/private/sample/:hash`)
      .head(lookup)
      .get(pipeline.operation('lookup'))
      .all(lookup);
  }
}
