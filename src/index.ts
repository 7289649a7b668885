export type { components, operations, paths } from './contract/api.generated.ts';
export { type RunningServer, type ServerOptions, startServer } from './start-server.ts';
