import type { Request } from 'express';
import { html } from './html.ts';

/** How many folders a path is below its first. */
function depthOf(path: string): number {
  return path.split('/').length - 2;
}

/** For a browser, where a file of pages is not there: what was asked for, and the way back. */
export function missingPage(req: Request): string {
  const [path = ''] = req.originalUrl.split('?');
  // Relative, so that it holds under any prefix; the pages of the first world are always there.
  const root = '../'.repeat(depthOf(path)) || './';
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No such page · abuse-feed-kit</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}docs/design.css">
<link rel="stylesheet" href="${root}docs/docs.css">
<script src="${root}docs/theme.js"></script>
</head>
<body>
<main id="main" class="text">
<h1>There is no such page</h1>
<p>This server has nothing at <code>${path}</code>. The world may be gone, or the address may be misspelt.</p>
<p><a class="button main" href="${root}docs/">To the reference</a> <a class="button" href="${root}__admin/console/">To the console</a></p>
</main>
</body>
</html>
`;
  return text;
}
