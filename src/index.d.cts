// What `require('abuse-feed-kit')` gives: the same as `import`, whose types these are.
type Kit = typeof import('../dist/src/index.js', { with: { 'resolution-mode': 'import' }});

export type * from '../dist/src/index.js' with { 'resolution-mode': 'import' };
export declare const startServer: Kit['startServer'];
export declare const forEveryDialect: Kit['forEveryDialect'];
export declare const ReliesOnOpenPoints: Kit['ReliesOnOpenPoints'];
export declare const ControlProblem: Kit['ControlProblem'];
export declare const DataDamaged: Kit['DataDamaged'];
export declare const DataFolderInUse: Kit['DataFolderInUse'];
export declare const DataFolderUnusable: Kit['DataFolderUnusable'];
export declare const DialectProblem: Kit['DialectProblem'];
export declare const NeighbourProblem: Kit['NeighbourProblem'];
export declare const ReplayProblem: Kit['ReplayProblem'];
export declare const SeedProblem: Kit['SeedProblem'];
export declare const TlsProblem: Kit['TlsProblem'];
