// Generated from admin.openapi.yaml by `npm run generate`. Do not edit.

export interface paths {
    readonly "/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Whether the server responds and can store */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/version": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What is running */
        readonly get: operations["getVersion"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** This document */
        readonly get: operations["getAdminDocument"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Put everything back to the beginning
         * @description Contents, request counts, faults, requests seen, dialect, clock and ids. Snapshots stay.
         */
        readonly post: operations["reset"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reload": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Read seed data and configuration again
         * @description As a restart would, while the server goes on: the first world begins anew, in a data folder with the contents that are stored, and so do the worlds of the configuration file. Other worlds stay as they are. What has mistakes is a 400 that lists them, and changes nothing. Port, host, TLS and data folder stay.
         */
        readonly post: operations["reload"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/state": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** All that the world holds */
        readonly get: operations["getState"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/snapshots": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The snapshots */
        readonly get: operations["listSnapshots"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/snapshots/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of a snapshot. */
                readonly name: components["parameters"]["snapshot"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Keep the contents under a name
         * @description Request counts and where the ids stand are kept too. One of the same name is replaced. A world has at most 100. Snapshots are in memory: a restart forgets them.
         */
        readonly put: operations["takeSnapshot"];
        readonly post?: never;
        /** Forget a snapshot */
        readonly delete: operations["dropSnapshot"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/snapshots/{name}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of a snapshot. */
                readonly name: components["parameters"]["snapshot"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Put the contents back as they were */
        readonly post: operations["restoreSnapshot"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/callers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The callers, and what each has left */
        readonly get: operations["listCallers"];
        readonly put?: never;
        /**
         * Mint a token
         * @description A world has at most 10000 callers.
         */
        readonly post: operations["mintCaller"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/callers/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a caller. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke a token
         * @description The reports of the caller stay.
         */
        readonly delete: operations["revokeCaller"];
        readonly options?: never;
        readonly head?: never;
        /** Change what a caller may do */
        readonly patch: operations["changeCaller"];
        readonly trace?: never;
    };
    readonly "/services": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The services that have a feed */
        readonly get: operations["listServices"];
        readonly put?: never;
        /**
         * Open a feed
         * @description A world has at most 1000 services.
         */
        readonly post: operations["addService"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reports": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Reports, the latest first, a page at a time */
        readonly get: operations["listReports"];
        readonly put?: never;
        /**
         * Add many reports at once
         * @description All of them or none. What is left out is made as if the caller had sent the rest to the API. The body may have 32 MiB.
         */
        readonly post: operations["addReports"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reports/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a report. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a report
         * @description As if somebody who may had deleted it.
         */
        readonly delete: operations["removeReport"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/analyses": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The analyses that can be looked up */
        readonly get: operations["listAnalyses"];
        readonly put?: never;
        /**
         * Add an analysis
         * @description Only the SHA-256 is needed; what is left out is made up from it, in the right form. A world has at most 1000 analyses, and an analysis at most 65536 bytes as JSON.
         */
        readonly post: operations["addAnalysis"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The requests seen
         * @description The latest are kept: 5000 of them and 16777216 bytes in the first world, 300 and 524288 in every other. Of each body, URL and sentence 65536 characters are kept.
         */
        readonly get: operations["listRequests"];
        readonly put?: never;
        readonly post?: never;
        /** Forget the requests seen */
        readonly delete: operations["clearRequests"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/requests/har": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The requests seen, as HAR
         * @description Those that got a response, as browsers and proxies write them. Tokens are not kept: whose it was stands for it. Times are real; where the clock of the world differs, `_worldTime` has its time. A response that a fault cut off has an `_error`. `abuse-feed listen --har` reads it, and `abuse-feed serve --replay` responds so.
         */
        readonly get: operations["exportRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/findings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What clients did that the specification rules out or leaves open
         * @description By the requests seen that are kept. One entry for each kind and caller; `breaks` is ruled out by the specification, `relies-on` is left open by it, and another server may do otherwise.
         */
        readonly get: operations["listFindings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/findings/expect-none": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Expect no findings
         * @description A 409 lists them, with the requests behind them.
         */
        readonly post: operations["expectNoFindings"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/requests/count": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** How many were seen */
        readonly get: operations["countRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/requests/expect": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Expect requests to have been seen
         * @description Exactly `count` that match, or at least one; what is not so is a 409 that says what was seen. Those that match are expected from then on.
         */
        readonly post: operations["expectRequests"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/requests/expect-no-more": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Expect no other requests
         * @description A 409 lists those that match and that nobody has expected.
         */
        readonly post: operations["expectNoMore"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/requests/wait": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Wait until so many were seen
         * @description Responds at once if they were seen already. What does not come in time is a 504. At most 1000 may wait at the same time.
         */
        readonly get: operations["waitForRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/faults": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What goes wrong on purpose */
        readonly get: operations["listFaults"];
        readonly put?: never;
        /**
         * Let something go wrong
         * @description `delay` waits `ms`, and up to `spread` more, each as likely. `reply` responds with `status`, `headers` and `body`, in which `{{request.method}}`, `{{request.url}}`, `{{request.path.hash}}`, `{{request.query.report}}`, `{{request.headers.accept}}` and `{{request.body.c2Address}}`, or other names, stand for values of the request; one that is a whole string keeps its type, and is null where there is none. `drop` cuts the connection, `reset` resets it (TCP) and `hang` never responds, each `before` the service is asked or `after` its change is stored. `half` cuts the connection in the middle of the body; `slow` takes `ms` for it. A `sequence` takes one of its `steps` for each request and has worn off after the last, or after `times` of all, or never where it is `endless`. `request` says what a request has to have to be met, as for expectations, and `nth` from which of them on. A header with a list of values is sent once for each. `chance` is the share of requests that a fault meets; what chance decides follows from `seed`, where that is given. Delays add up; then the oldest of `reply` and what ends the connection before acts instead of the service; then, unless the connection has ended, the oldest of `half`, `slow` and what ends it after. Only faults that act are counted down. A world has at most 1000 faults, and all of them together at most 4194304 bytes as JSON.
         */
        readonly post: operations["addFault"];
        /** Remove all faults */
        readonly delete: operations["clearFaults"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/faults/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a fault. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Remove one fault */
        readonly delete: operations["removeFault"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dialect": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The answers to the open points, and what else could be chosen */
        readonly get: operations["getDialect"];
        /**
         * Speak another dialect from the next request on
         * @description Until the next reset, or the next start of the server.
         */
        readonly put: operations["setDialect"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/clock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What time it is */
        readonly get: operations["getClock"];
        /**
         * Freeze the clock, set it, or let it be real again
         * @description Times of reports, quota periods, expiry and rate limits follow it.
         */
        readonly put: operations["setClock"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/clock/advance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Move the clock on, or back */
        readonly post: operations["advanceClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ids": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What ids follow from */
        readonly get: operations["getIds"];
        /** Let ids and minted tokens follow from a seed */
        readonly put: operations["seedIds"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/worlds": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The worlds, except the first */
        readonly get: operations["listWorlds"];
        readonly put?: never;
        /**
         * Make a world
         * @description A server has at most 2000 in addition to the first. A world begins as the first one did, but for what is given here; a reset brings it back to that.
         */
        readonly post: operations["createWorld"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/worlds/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a world. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Drop a world */
        readonly delete: operations["dropWorld"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Problem: {
            readonly type: string;
            readonly title: string;
            readonly status: number;
            readonly detail: string;
        };
        /** Format: date-time */
        readonly Time: string;
        readonly RequestId: number;
        /** @enum {string} */
        readonly OperationName: "create" | "fetch" | "delete" | "lookup";
        readonly Service: {
            readonly name: string;
        };
        readonly Snapshot: {
            readonly name: string;
            /** Format: date-time */
            readonly takenAt: string;
            readonly reports: number;
            readonly callers: number;
        };
        /** @enum {string} */
        readonly Role: "researcher";
        readonly Roles: readonly components["schemas"]["Role"][];
        readonly Caller: {
            readonly id: string;
            readonly name: string;
            readonly token: string;
            /** @description The whole value of the Authorization header. */
            readonly authorization: string;
            readonly roles: components["schemas"]["Roles"];
            readonly owns?: string;
            /** @description Lookups granted, where not the initial count of the dialect. */
            readonly requests?: number;
            readonly requestsLeft: number;
            /**
             * Format: date-time
             * @description As it was set, or as the dialect lets the token live.
             */
            readonly expiresAt?: string;
        };
        readonly CallerChange: {
            readonly name?: string;
            readonly roles?: components["schemas"]["Roles"];
            readonly owns?: string | null;
            readonly requests?: number | null;
            readonly requestsLeft?: number;
            /** Format: date-time */
            readonly expiresAt?: string | null;
        };
        readonly NewCaller: {
            readonly id?: string;
            readonly token?: string;
            readonly name?: string;
            readonly roles?: components["schemas"]["Roles"];
            readonly owns?: string | null;
            readonly requests?: number | null;
            readonly requestsLeft?: number;
            /** Format: date-time */
            readonly expiresAt?: string | null;
        };
        readonly Report: {
            readonly id: string;
            readonly name: string;
            readonly tags: readonly string[];
            readonly c2Address: string;
            /** Format: date-time */
            readonly reportedAt: string;
            readonly reportedBy: string;
            readonly file256Hash: string;
            readonly firstSeenID: string;
            /** Format: uri */
            readonly referenceLink: string;
            readonly confidenceScore: number;
            readonly service: string;
            readonly createdBy: string;
        };
        /** @description Fields that are left out get the values that the API would assign. */
        readonly NewReport: {
            /**
             * Format: uuid
             * @description One that no other report has.
             */
            readonly id?: string;
            readonly name?: string;
            readonly tags?: readonly string[];
            readonly c2Address: string;
            readonly reportedAt?: components["schemas"]["Time"];
            readonly file256Hash: string;
            readonly firstSeenID?: string;
            /** Format: uri */
            readonly referenceLink?: string & unknown;
            readonly confidenceScore?: number;
            readonly service: string;
            /** @description The id of a caller; the first researcher where it is absent. */
            readonly createdBy?: string;
        };
        readonly Analysis: {
            readonly date?: string;
            readonly tags?: readonly {
                readonly heat: number;
                readonly name: string;
            }[];
            readonly ssDeep?: string;
            readonly configs?: {
                readonly [key: string]: {
                    readonly [key: string]: unknown;
                };
            };
            readonly mD5Hash?: string;
            readonly fileName?: string;
            readonly sha1Hash?: string;
            readonly blake3Hash?: string;
            readonly sha256Hash?: string;
            readonly sha512Hash?: string;
            readonly sizeInBytes?: number;
            readonly staticAnalysisDuration?: string;
        };
        /** @description Fields that are left out are made up from the SHA-256. */
        readonly NewAnalysis: {
            readonly date?: string;
            readonly tags?: readonly {
                readonly heat: number;
                readonly name: string;
            }[];
            readonly ssDeep?: string;
            readonly configs?: {
                readonly [key: string]: {
                    readonly [key: string]: unknown;
                };
            };
            readonly mD5Hash?: string;
            readonly fileName?: string;
            readonly sha1Hash?: string;
            readonly blake3Hash?: string;
            readonly sha256Hash: string;
            readonly sha512Hash?: string;
            readonly sizeInBytes?: number;
            readonly staticAnalysisDuration?: string;
        };
        readonly State: {
            /** Format: date-time */
            readonly now: string;
            readonly services: readonly string[];
            readonly callers: readonly components["schemas"]["Caller"][];
            readonly analyses: readonly components["schemas"]["Analysis"][];
            readonly reports: readonly components["schemas"]["Report"][];
            /** @description Reports that are gone and remembered. */
            readonly deleted: readonly {
                readonly service: string;
                readonly id: string;
            }[];
        };
        /** @description By lower-case name; none that has a secret. */
        readonly Headers: {
            readonly [key: string]: string;
        };
        /** @description A request that was seen, and the response to it. */
        readonly Exchange: {
            /** @description Increases within a world. */
            readonly id: number;
            /**
             * Format: date-time
             * @description When the response was sent, by the clock of the world.
             */
            readonly time: string;
            /** @description Milliseconds that this clock was ahead of the machine's, where they differ. */
            readonly ahead?: number;
            readonly operation?: components["schemas"]["OperationName"];
            /** @description Its id; null where that is unknown. */
            readonly caller: string | null;
            readonly request: {
                /** @description A - where the bytes sent were no HTTP. */
                readonly method: string;
                /** @description Relative to the base URL of the world; likewise. */
                readonly url: string;
                readonly headers: components["schemas"]["Headers"];
                /** @description Absent where it is empty, or was not read. */
                readonly body?: string;
            };
            readonly response: {
                /** @description 0 where the connection ended before it. */
                readonly status: number;
                readonly headers: components["schemas"]["Headers"];
                readonly body: string;
                /**
                 * @description Where a fault cut the body off.
                 * @constant
                 */
                readonly cut?: true;
            };
            /** @description In milliseconds since the process of the server began. */
            readonly startedAt: number;
            /** @description In the same; this moment is also the `time`. */
            readonly endedAt: number;
            /** @description Its name in openapi.yaml, or of HTTP or a fault. */
            readonly outcome: string;
            /** @description In words. */
            readonly why?: string;
            /** @description The clause or open point behind a refusal. */
            readonly reason?: string;
            /** @description Ids of those that acted. */
            readonly faults?: readonly string[];
            /** @description What stood before the token. */
            readonly scheme?: string;
            /** @description Whether Authorization was sent more than once. */
            readonly severalTokens?: boolean;
            /** @description A body was announced and not read. */
            readonly bodyNotRead?: boolean;
            /** @description Whether only the beginning of a body is kept. */
            readonly truncated?: boolean;
            /**
             * @description Where the list was asked for without bodies, which then are empty.
             * @constant
             */
            readonly bodiesLeftOut?: true;
        };
        readonly Requests: {
            readonly requests: readonly components["schemas"]["Exchange"][];
            /** @description How many had to make room for later ones. */
            readonly dropped: number;
            readonly limits: components["schemas"]["RequestLimits"];
        };
        readonly Findings: {
            readonly findings: readonly {
                readonly id: string;
                /** @enum {string} */
                readonly kind: "breaks" | "relies-on";
                readonly openPoint?: string;
                readonly sentence: string;
                /** @description Also nobody, or unknown token. */
                readonly caller: string;
                readonly times: number;
                /** @description The latest of the requests behind it, by id. */
                readonly requests: readonly number[];
                readonly first: {
                    readonly method: string;
                    readonly path: string;
                    readonly status?: number;
                };
            }[];
        };
        /** @description How many requests and bytes are kept: until later ones need the room, they are cleared, or the world is reset or gone. */
        readonly RequestLimits: {
            readonly requests: number;
            readonly bytes: number;
        };
        /** @description What a request has to have; all that is given must hold. */
        readonly RequestContent: {
            /**
             * Request path
             * @description The whole path without the query.
             * @example /private/sample/d3375bdd2d063f96df34e68d266e968d553c0c0a7acbf90202fe3d3829a36218
             */
            readonly path?: string;
            /**
             * Request query
             * @description Parameters of the query, and their values; there may be more.
             * @example {
             *       "report": "5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01"
             *     }
             */
            readonly query?: {
                readonly [key: string]: string;
            };
            /**
             * Request headers
             * @description Headers, whatever their case; there may be more.
             * @example {
             *       "Accept": "application/json"
             *     }
             */
            readonly headers?: {
                readonly [key: string]: string;
            };
            /**
             * Request body
             * @description A part of the JSON body: objects may have more members, lists may not.
             * @example {
             *       "confidenceScore": 75
             *     }
             */
            readonly body?: unknown;
            /**
             * Request body is whole
             * @description Whether the body must have nothing else.
             */
            readonly exact?: boolean;
            /**
             * Report
             * @description The id of the report that it is about, in either case.
             * @example 5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01
             */
            readonly report?: string;
            /**
             * Hash
             * @description A hash that it names, in its path or as a field of its body, in either case.
             * @example ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517
             */
            readonly hash?: string;
            /**
             * Tag
             * @description One of the tags in its body.
             * @example rat
             */
            readonly tag?: string;
        };
        /** @description As in the queries, and by content. */
        readonly RequestFilter: {
            readonly operation?: components["schemas"]["OperationName"];
            readonly caller?: string;
            readonly status?: number;
            readonly outcome?: string;
            readonly url?: string;
            readonly since?: components["schemas"]["RequestId"];
            readonly unmatched?: boolean;
            /**
             * Request path
             * @description The whole path without the query.
             * @example /private/sample/d3375bdd2d063f96df34e68d266e968d553c0c0a7acbf90202fe3d3829a36218
             */
            readonly path?: string;
            /**
             * Request query
             * @description Parameters of the query, and their values; there may be more.
             * @example {
             *       "report": "5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01"
             *     }
             */
            readonly query?: {
                readonly [key: string]: string;
            };
            /**
             * Request headers
             * @description Headers, whatever their case; there may be more.
             * @example {
             *       "Accept": "application/json"
             *     }
             */
            readonly headers?: {
                readonly [key: string]: string;
            };
            /**
             * Request body
             * @description A part of the JSON body: objects may have more members, lists may not.
             * @example {
             *       "confidenceScore": 75
             *     }
             */
            readonly body?: unknown;
            /**
             * Request body is whole
             * @description Whether the body must have nothing else.
             */
            readonly exact?: boolean;
            /**
             * Report
             * @description The id of the report that it is about, in either case.
             * @example 5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01
             */
            readonly report?: string;
            /**
             * Hash
             * @description A hash that it names, in its path or as a field of its body, in either case.
             * @example ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517
             */
            readonly hash?: string;
            /**
             * Tag
             * @description One of the tags in its body.
             * @example rat
             */
            readonly tag?: string;
        };
        readonly ExpectedRequests: {
            readonly count?: number;
            readonly operation?: components["schemas"]["OperationName"];
            readonly caller?: string;
            readonly status?: number;
            readonly outcome?: string;
            readonly url?: string;
            readonly since?: components["schemas"]["RequestId"];
            readonly unmatched?: boolean;
            /**
             * Request path
             * @description The whole path without the query.
             * @example /private/sample/d3375bdd2d063f96df34e68d266e968d553c0c0a7acbf90202fe3d3829a36218
             */
            readonly path?: string;
            /**
             * Request query
             * @description Parameters of the query, and their values; there may be more.
             * @example {
             *       "report": "5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01"
             *     }
             */
            readonly query?: {
                readonly [key: string]: string;
            };
            /**
             * Request headers
             * @description Headers, whatever their case; there may be more.
             * @example {
             *       "Accept": "application/json"
             *     }
             */
            readonly headers?: {
                readonly [key: string]: string;
            };
            /**
             * Request body
             * @description A part of the JSON body: objects may have more members, lists may not.
             * @example {
             *       "confidenceScore": 75
             *     }
             */
            readonly body?: unknown;
            /**
             * Request body is whole
             * @description Whether the body must have nothing else.
             */
            readonly exact?: boolean;
            /**
             * Report
             * @description The id of the report that it is about, in either case.
             * @example 5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01
             */
            readonly report?: string;
            /**
             * Hash
             * @description A hash that it names, in its path or as a field of its body, in either case.
             * @example ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517
             */
            readonly hash?: string;
            /**
             * Tag
             * @description One of the tags in its body.
             * @example rat
             */
            readonly tag?: string;
        };
        readonly FaultRule: {
            /** @constant */
            readonly type: "reply";
            readonly status: components["schemas"]["FixedStatus"];
            readonly when?: components["schemas"]["FaultMoment"];
            /**
             * Body
             * @description A text is sent as it is where a Content-Type is given.
             * @example {
             *       "error": "A fault.",
             *       "successful": false
             *     }
             */
            readonly body?: unknown;
            readonly headers?: components["schemas"]["FixedHeaders"];
            /** For */
            readonly operation?: components["schemas"]["OperationName"];
            /**
             * Sent by
             * @description The id of a caller.
             */
            readonly caller?: string;
            /** Request */
            readonly request?: components["schemas"]["RequestContent"];
            /**
             * From the nth request
             * @description The number of the first request it meets, from 1, of those that are as it says; then once, or as often as `times` says.
             * @example 2
             */
            readonly nth?: number;
            /**
             * Times
             * @description How many requests; where absent, until it is removed, and once for a sequence or with `nth`.
             * @example 3
             */
            readonly times?: number;
            /**
             * Share of requests
             * @description From 0 to 1: 0.1 is one request in ten. Where absent, all.
             * @example 0.1
             */
            readonly chance?: number;
            /**
             * Seed of chance
             * @description A number that chance follows from: the same seed meets the same requests.
             * @example 1
             */
            readonly seed?: number;
        } | {
            /** @constant */
            readonly type: "delay";
            readonly ms: components["schemas"]["FaultMs"];
            /**
             * Plus up to, by chance
             * @description Up to so many milliseconds more, each as likely.
             * @example 500
             */
            readonly spread?: number;
            /** For */
            readonly operation?: components["schemas"]["OperationName"];
            /**
             * Sent by
             * @description The id of a caller.
             */
            readonly caller?: string;
            /** Request */
            readonly request?: components["schemas"]["RequestContent"];
            /**
             * From the nth request
             * @description The number of the first request it meets, from 1, of those that are as it says; then once, or as often as `times` says.
             * @example 2
             */
            readonly nth?: number;
            /**
             * Times
             * @description How many requests; where absent, until it is removed, and once for a sequence or with `nth`.
             * @example 3
             */
            readonly times?: number;
            /**
             * Share of requests
             * @description From 0 to 1: 0.1 is one request in ten. Where absent, all.
             * @example 0.1
             */
            readonly chance?: number;
            /**
             * Seed of chance
             * @description A number that chance follows from: the same seed meets the same requests.
             * @example 1
             */
            readonly seed?: number;
        } | {
            /** @constant */
            readonly type: "drop";
            readonly when?: components["schemas"]["FaultMoment"];
            /** For */
            readonly operation?: components["schemas"]["OperationName"];
            /**
             * Sent by
             * @description The id of a caller.
             */
            readonly caller?: string;
            /** Request */
            readonly request?: components["schemas"]["RequestContent"];
            /**
             * From the nth request
             * @description The number of the first request it meets, from 1, of those that are as it says; then once, or as often as `times` says.
             * @example 2
             */
            readonly nth?: number;
            /**
             * Times
             * @description How many requests; where absent, until it is removed, and once for a sequence or with `nth`.
             * @example 3
             */
            readonly times?: number;
            /**
             * Share of requests
             * @description From 0 to 1: 0.1 is one request in ten. Where absent, all.
             * @example 0.1
             */
            readonly chance?: number;
            /**
             * Seed of chance
             * @description A number that chance follows from: the same seed meets the same requests.
             * @example 1
             */
            readonly seed?: number;
        } | {
            /** @constant */
            readonly type: "reset";
            readonly when?: components["schemas"]["FaultMoment"];
            /** For */
            readonly operation?: components["schemas"]["OperationName"];
            /**
             * Sent by
             * @description The id of a caller.
             */
            readonly caller?: string;
            /** Request */
            readonly request?: components["schemas"]["RequestContent"];
            /**
             * From the nth request
             * @description The number of the first request it meets, from 1, of those that are as it says; then once, or as often as `times` says.
             * @example 2
             */
            readonly nth?: number;
            /**
             * Times
             * @description How many requests; where absent, until it is removed, and once for a sequence or with `nth`.
             * @example 3
             */
            readonly times?: number;
            /**
             * Share of requests
             * @description From 0 to 1: 0.1 is one request in ten. Where absent, all.
             * @example 0.1
             */
            readonly chance?: number;
            /**
             * Seed of chance
             * @description A number that chance follows from: the same seed meets the same requests.
             * @example 1
             */
            readonly seed?: number;
        } | {
            /** @constant */
            readonly type: "hang";
            readonly when?: components["schemas"]["FaultMoment"];
            /** For */
            readonly operation?: components["schemas"]["OperationName"];
            /**
             * Sent by
             * @description The id of a caller.
             */
            readonly caller?: string;
            /** Request */
            readonly request?: components["schemas"]["RequestContent"];
            /**
             * From the nth request
             * @description The number of the first request it meets, from 1, of those that are as it says; then once, or as often as `times` says.
             * @example 2
             */
            readonly nth?: number;
            /**
             * Times
             * @description How many requests; where absent, until it is removed, and once for a sequence or with `nth`.
             * @example 3
             */
            readonly times?: number;
            /**
             * Share of requests
             * @description From 0 to 1: 0.1 is one request in ten. Where absent, all.
             * @example 0.1
             */
            readonly chance?: number;
            /**
             * Seed of chance
             * @description A number that chance follows from: the same seed meets the same requests.
             * @example 1
             */
            readonly seed?: number;
        } | {
            /** @constant */
            readonly type: "half";
            /** For */
            readonly operation?: components["schemas"]["OperationName"];
            /**
             * Sent by
             * @description The id of a caller.
             */
            readonly caller?: string;
            /** Request */
            readonly request?: components["schemas"]["RequestContent"];
            /**
             * From the nth request
             * @description The number of the first request it meets, from 1, of those that are as it says; then once, or as often as `times` says.
             * @example 2
             */
            readonly nth?: number;
            /**
             * Times
             * @description How many requests; where absent, until it is removed, and once for a sequence or with `nth`.
             * @example 3
             */
            readonly times?: number;
            /**
             * Share of requests
             * @description From 0 to 1: 0.1 is one request in ten. Where absent, all.
             * @example 0.1
             */
            readonly chance?: number;
            /**
             * Seed of chance
             * @description A number that chance follows from: the same seed meets the same requests.
             * @example 1
             */
            readonly seed?: number;
        } | {
            /** @constant */
            readonly type: "slow";
            readonly ms: components["schemas"]["FaultMs"];
            /** For */
            readonly operation?: components["schemas"]["OperationName"];
            /**
             * Sent by
             * @description The id of a caller.
             */
            readonly caller?: string;
            /** Request */
            readonly request?: components["schemas"]["RequestContent"];
            /**
             * From the nth request
             * @description The number of the first request it meets, from 1, of those that are as it says; then once, or as often as `times` says.
             * @example 2
             */
            readonly nth?: number;
            /**
             * Times
             * @description How many requests; where absent, until it is removed, and once for a sequence or with `nth`.
             * @example 3
             */
            readonly times?: number;
            /**
             * Share of requests
             * @description From 0 to 1: 0.1 is one request in ten. Where absent, all.
             * @example 0.1
             */
            readonly chance?: number;
            /**
             * Seed of chance
             * @description A number that chance follows from: the same seed meets the same requests.
             * @example 1
             */
            readonly seed?: number;
        } | {
            /** @constant */
            readonly type: "duplicate";
            /** For */
            readonly operation?: components["schemas"]["OperationName"];
            /**
             * Sent by
             * @description The id of a caller.
             */
            readonly caller?: string;
            /** Request */
            readonly request?: components["schemas"]["RequestContent"];
            /**
             * From the nth request
             * @description The number of the first request it meets, from 1, of those that are as it says; then once, or as often as `times` says.
             * @example 2
             */
            readonly nth?: number;
            /**
             * Times
             * @description How many requests; where absent, until it is removed, and once for a sequence or with `nth`.
             * @example 3
             */
            readonly times?: number;
            /**
             * Share of requests
             * @description From 0 to 1: 0.1 is one request in ten. Where absent, all.
             * @example 0.1
             */
            readonly chance?: number;
            /**
             * Seed of chance
             * @description A number that chance follows from: the same seed meets the same requests.
             * @example 1
             */
            readonly seed?: number;
        } | {
            /** @constant */
            readonly type: "sequence";
            /**
             * Steps
             * @description One for each request: used up after the last, or after `times` of all.
             * @example [
             *       503,
             *       503,
             *       "ok"
             *     ]
             */
            readonly steps: readonly components["schemas"]["FaultStep"][];
            /**
             * Begins again
             * @description Whether it begins again after the last step, until it is removed.
             */
            readonly endless?: boolean;
            /** For */
            readonly operation?: components["schemas"]["OperationName"];
            /**
             * Sent by
             * @description The id of a caller.
             */
            readonly caller?: string;
            /** Request */
            readonly request?: components["schemas"]["RequestContent"];
            /**
             * From the nth request
             * @description The number of the first request it meets, from 1, of those that are as it says; then once, or as often as `times` says.
             * @example 2
             */
            readonly nth?: number;
            /**
             * Times
             * @description How many requests; where absent, until it is removed, and once for a sequence or with `nth`.
             * @example 3
             */
            readonly times?: number;
            /**
             * Share of requests
             * @description From 0 to 1: 0.1 is one request in ten. Where absent, all.
             * @example 0.1
             */
            readonly chance?: number;
            /**
             * Seed of chance
             * @description A number that chance follows from: the same seed meets the same requests.
             * @example 1
             */
            readonly seed?: number;
        };
        /** @description Which requests a fault meets. */
        readonly FaultScope: {
            /** For */
            readonly operation?: components["schemas"]["OperationName"];
            /**
             * Sent by
             * @description The id of a caller.
             */
            readonly caller?: string;
            /** Request */
            readonly request?: components["schemas"]["RequestContent"];
            /**
             * From the nth request
             * @description The number of the first request it meets, from 1, of those that are as it says; then once, or as often as `times` says.
             * @example 2
             */
            readonly nth?: number;
            /**
             * Times
             * @description How many requests; where absent, until it is removed, and once for a sequence or with `nth`.
             * @example 3
             */
            readonly times?: number;
            /**
             * Share of requests
             * @description From 0 to 1: 0.1 is one request in ten. Where absent, all.
             * @example 0.1
             */
            readonly chance?: number;
            /**
             * Seed of chance
             * @description A number that chance follows from: the same seed meets the same requests.
             * @example 1
             */
            readonly seed?: number;
        };
        readonly FaultEffect: {
            /** @constant */
            readonly type: "reply";
            readonly status: components["schemas"]["FixedStatus"];
            readonly when?: components["schemas"]["FaultMoment"];
            /**
             * Body
             * @description A text is sent as it is where a Content-Type is given.
             * @example {
             *       "error": "A fault.",
             *       "successful": false
             *     }
             */
            readonly body?: unknown;
            readonly headers?: components["schemas"]["FixedHeaders"];
        } | {
            /** @constant */
            readonly type: "delay";
            readonly ms: components["schemas"]["FaultMs"];
            /**
             * Plus up to, by chance
             * @description Up to so many milliseconds more, each as likely.
             * @example 500
             */
            readonly spread?: number;
        } | {
            /** @constant */
            readonly type: "drop";
            readonly when?: components["schemas"]["FaultMoment"];
        } | {
            /** @constant */
            readonly type: "reset";
            readonly when?: components["schemas"]["FaultMoment"];
        } | {
            /** @constant */
            readonly type: "hang";
            readonly when?: components["schemas"]["FaultMoment"];
        } | {
            /** @constant */
            readonly type: "half";
        } | {
            /** @constant */
            readonly type: "slow";
            readonly ms: components["schemas"]["FaultMs"];
        } | {
            /** @constant */
            readonly type: "duplicate";
        };
        /** @description Nothing (`ok`), a reply of this status without a body, or what a fault does. */
        readonly FaultStep: "ok" | components["schemas"]["FixedStatus"] | components["schemas"]["FaultEffect"];
        /**
         * When
         * @description Before the service is asked, or after its change is stored.
         * @default before
         * @enum {string}
         */
        readonly FaultMoment: "before" | "after";
        /**
         * Milliseconds
         * @example 1000
         */
        readonly FaultMs: number;
        /**
         * Status
         * @example 503
         */
        readonly FixedStatus: number;
        /**
         * Headers
         * @description None that follows from the connection, and a Content-Type only if it is a media type.
         * @example {
         *       "Retry-After": "2"
         *     }
         */
        readonly FixedHeaders: {
            readonly [key: string]: (components["schemas"]["HeaderText"] | readonly components["schemas"]["HeaderText"][]) | string;
        };
        readonly HeaderText: string;
        /** @enum {string} */
        readonly FaultStage: "delay" | "instead" | "delivery";
        /** @description The fault as it was added, with what is left of `times`. */
        readonly Fault: {
            readonly id: string;
            readonly type: string;
            readonly stage?: components["schemas"]["FaultStage"];
            /** @description How many requests it acted on. */
            readonly acted: number;
            /** @description Of a sequence: the step that is next, counted from 0. */
            readonly next?: number;
        };
        /** @description A name, what differs from the default, or the seed of a random one. */
        readonly DialectChoice: {
            readonly name?: string;
            readonly differences?: components["schemas"]["Differences"];
            readonly random?: number;
        };
        /** @description Open points and their answers, as in a dialect file. */
        readonly Differences: {
            readonly [key: string]: unknown;
        };
        readonly Dialect: {
            /** @description Absent where it has none. */
            readonly name?: string;
            readonly differences: components["schemas"]["Differences"];
            /** @description The dialect the world began with: what a reset brings back and, in the first world, a restart with the same options. */
            readonly began: {
                readonly name?: string;
                readonly differences: components["schemas"]["Differences"];
            };
            readonly dialects: readonly {
                readonly name: string;
                readonly says: string;
                readonly differences: components["schemas"]["Differences"];
            }[];
            readonly openPoints: readonly {
                readonly id: string;
                readonly section: string;
                readonly question: string;
                readonly default: components["schemas"]["Answer"];
                readonly alternatives: readonly components["schemas"]["Answer"][];
                /** @description A schema of the other answers that may be given. */
                readonly accepts?: unknown;
                /** @description The keyword of the contract that the answer sets. */
                readonly sets?: string;
                /** @description What answers change in the contract. */
                readonly patch?: unknown;
                readonly why: string;
                readonly answer: components["schemas"]["Answer"];
            }[];
        };
        /** @description An answer to an open point. */
        readonly Answer: string | number | boolean;
        readonly Ids: {
            readonly seed: components["schemas"]["IdSeed"];
        };
        /** @description A text or a number; null, where ids come by chance. */
        readonly IdSeed: (string | null) | number;
        readonly ClockSetting: {
            /** @enum {string} */
            readonly mode: "real" | "running" | "frozen";
            readonly at?: components["schemas"]["Time"];
        };
        /** @description What the world holds in addition to the seed data of the server, in the form of its files. The id, name, reportedAt and firstSeenID of a report are made where they are left out. */
        readonly SeedAdditions: {
            readonly services?: readonly string[];
            readonly callers?: readonly {
                readonly [key: string]: unknown;
            }[];
            readonly analyses?: readonly {
                readonly [key: string]: unknown;
            }[];
            readonly reports?: readonly {
                readonly [key: string]: unknown;
            }[];
        };
        readonly WorldRequest: {
            /** @description Part of its base URL. Default: a number. */
            readonly id?: string;
            /** @description What it is made for, such as the name of a test. */
            readonly name?: string;
            readonly dialect?: string | components["schemas"]["DialectChoice"];
            /** @description Minutes without a request after which it is dropped. Default: 30. */
            readonly idleMinutes?: number;
            readonly clock?: components["schemas"]["ClockSetting"];
            readonly ids?: components["schemas"]["IdSeed"];
            readonly faults?: components["schemas"]["FaultRules"];
            readonly add?: components["schemas"]["SeedAdditions"];
        };
        readonly FaultRules: readonly components["schemas"]["FaultRule"][];
        readonly World: {
            readonly id: string;
            readonly name?: string;
            readonly baseUrl: string;
            readonly analysisUrl: string;
            readonly adminUrl: string;
            readonly tokens: components["schemas"]["Tokens"];
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly usedAt: string;
            readonly idleMinutes: number;
            readonly reports: number;
            readonly requests: number;
            /** @description Its name; custom where it has none. */
            readonly dialect: string;
            /** @enum {string} */
            readonly clock: "real" | "running" | "frozen";
            readonly faults: number;
        };
        readonly NewWorld: {
            readonly id: string;
            readonly baseUrl: string;
            readonly analysisUrl: string;
            readonly adminUrl: string;
            readonly tokens: components["schemas"]["Tokens"];
        };
        /** @description By the id of their caller: the whole value of the Authorization header, as the dialect of the world wants it. Minted ones are among them. */
        readonly Tokens: {
            readonly [key: string]: string;
        };
    };
    responses: {
        /** @description It was not done. */
        readonly Problem: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The clock of the world. */
        readonly Clock: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly mode: "real" | "running" | "frozen";
                    /** Format: date-time */
                    readonly now: string;
                };
            };
        };
        /** @description What ids follow from. */
        readonly Ids: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Ids"];
            };
        };
    };
    parameters: {
        /** @description The name of a snapshot. */
        readonly snapshot: string;
        readonly operation: components["schemas"]["OperationName"];
        /** @description The id of a caller. */
        readonly caller: string;
        readonly status: number;
        /** @description Such as unknown-report. */
        readonly outcome: string;
        /** @description A part of the URL. */
        readonly url: string;
        /** @description The whole path without the query. */
        readonly path: string;
        /** @description The id of a report. */
        readonly report: string;
        /** @description A hash of a file. */
        readonly hash: string;
        /** @description A tag in the body. */
        readonly tag: string;
        /** @description Only requests that are for no operation; with false, only others. */
        readonly unmatched: boolean;
        /** @description Only requests with a greater id. */
        readonly since: components["schemas"]["RequestId"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It does. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly status: "ok";
                    };
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Package and Node.js. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly name: string;
                        readonly version: string;
                        readonly node: string;
                    };
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getAdminDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description As JSON. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly reset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly reload: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getState: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Services, callers, analyses, reports. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["State"];
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listSnapshots: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The oldest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly snapshots: readonly components["schemas"]["Snapshot"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly takeSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of a snapshot. */
                readonly name: components["parameters"]["snapshot"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What was kept. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Snapshot"];
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly dropSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of a snapshot. */
                readonly name: components["parameters"]["snapshot"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly restoreSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of a snapshot. */
                readonly name: components["parameters"]["snapshot"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listCallers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All callers. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly callers: readonly components["schemas"]["Caller"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly mintCaller: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewCaller"];
            };
        };
        readonly responses: {
            /** @description The new caller. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Caller"];
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly revokeCaller: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a caller. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly changeCaller: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a caller. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CallerChange"];
            };
        };
        readonly responses: {
            /** @description The caller as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Caller"];
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listServices: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description By name. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly services: readonly string[];
                    };
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly addService: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Service"];
            };
        };
        readonly responses: {
            /** @description The service. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Service"];
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listReports: {
        readonly parameters: {
            readonly query?: {
                /** @description Only those of this feed. */
                readonly service?: string;
                /** @description Words that all occur in its id, name, address, hash, link, tags or reporter. */
                readonly search?: string;
                /** @description How many at most. */
                readonly limit?: number;
                /** @description Where the page before ended, which is its `next`. It holds until a reset. */
                readonly after?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of them. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly reports: readonly components["schemas"]["Report"][];
                        /** @description How many match on all pages together. */
                        readonly total: number;
                        /** @description Absent on the last page. */
                        readonly next?: number;
                    };
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly addReports: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly reports: readonly components["schemas"]["NewReport"][];
                };
            };
        };
        readonly responses: {
            /** @description The reports, with every field. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly reports: readonly components["schemas"]["Report"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly removeReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a report. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listAnalyses: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All of them. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly analyses: readonly components["schemas"]["Analysis"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly addAnalysis: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewAnalysis"];
            };
        };
        readonly responses: {
            /** @description The analysis, with every field. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Analysis"];
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listRequests: {
        readonly parameters: {
            readonly query?: {
                readonly operation?: components["parameters"]["operation"];
                /** @description The id of a caller. */
                readonly caller?: components["parameters"]["caller"];
                readonly status?: components["parameters"]["status"];
                /** @description Such as unknown-report. */
                readonly outcome?: components["parameters"]["outcome"];
                /** @description A part of the URL. */
                readonly url?: components["parameters"]["url"];
                /** @description The whole path without the query. */
                readonly path?: components["parameters"]["path"];
                /** @description The id of a report. */
                readonly report?: components["parameters"]["report"];
                /** @description A hash of a file. */
                readonly hash?: components["parameters"]["hash"];
                /** @description A tag in the body. */
                readonly tag?: components["parameters"]["tag"];
                /** @description Only requests with a greater id. */
                readonly since?: components["parameters"]["since"];
                /** @description Only requests that are for no operation; with false, only others. */
                readonly unmatched?: components["parameters"]["unmatched"];
                /** @description How many of the latest. */
                readonly limit?: number;
                /** @description Only the one with this id. */
                readonly id?: number;
                /** @description Whether with their bodies; `false` makes a long list short. */
                readonly bodies?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The oldest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Requests"];
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly clearRequests: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly exportRequests: {
        readonly parameters: {
            readonly query?: {
                readonly operation?: components["parameters"]["operation"];
                /** @description The id of a caller. */
                readonly caller?: components["parameters"]["caller"];
                readonly status?: components["parameters"]["status"];
                /** @description Such as unknown-report. */
                readonly outcome?: components["parameters"]["outcome"];
                /** @description A part of the URL. */
                readonly url?: components["parameters"]["url"];
                /** @description The whole path without the query. */
                readonly path?: components["parameters"]["path"];
                /** @description The id of a report. */
                readonly report?: components["parameters"]["report"];
                /** @description A hash of a file. */
                readonly hash?: components["parameters"]["hash"];
                /** @description A tag in the body. */
                readonly tag?: components["parameters"]["tag"];
                /** @description Only requests with a greater id. */
                readonly since?: components["parameters"]["since"];
                /** @description Only requests that are for no operation; with false, only others. */
                readonly unmatched?: components["parameters"]["unmatched"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description HAR 1.2. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly log: {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listFindings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description In the order in which they were first seen. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Findings"];
                };
            };
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly expectNoFindings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly kind?: "breaks" | "relies-on";
                };
            };
        };
        readonly responses: {
            /** @description There are none. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly countRequests: {
        readonly parameters: {
            readonly query?: {
                readonly operation?: components["parameters"]["operation"];
                /** @description The id of a caller. */
                readonly caller?: components["parameters"]["caller"];
                readonly status?: components["parameters"]["status"];
                /** @description Such as unknown-report. */
                readonly outcome?: components["parameters"]["outcome"];
                /** @description A part of the URL. */
                readonly url?: components["parameters"]["url"];
                /** @description The whole path without the query. */
                readonly path?: components["parameters"]["path"];
                /** @description The id of a report. */
                readonly report?: components["parameters"]["report"];
                /** @description A hash of a file. */
                readonly hash?: components["parameters"]["hash"];
                /** @description A tag in the body. */
                readonly tag?: components["parameters"]["tag"];
                /** @description Only requests with a greater id. */
                readonly since?: components["parameters"]["since"];
                /** @description Only requests that are for no operation; with false, only others. */
                readonly unmatched?: components["parameters"]["unmatched"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Of all since they were last forgotten. By content, `url` or `since`, only those that are kept can be counted; where others may have to be added, it is not `complete`. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly count: number;
                        readonly complete: boolean;
                        readonly limits: components["schemas"]["RequestLimits"];
                    };
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly expectRequests: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExpectedRequests"];
            };
        };
        readonly responses: {
            /** @description The matching requests. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Requests"];
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly expectNoMore: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RequestFilter"];
            };
        };
        readonly responses: {
            /** @description There are none. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly waitForRequests: {
        readonly parameters: {
            readonly query?: {
                readonly operation?: components["parameters"]["operation"];
                /** @description The id of a caller. */
                readonly caller?: components["parameters"]["caller"];
                readonly status?: components["parameters"]["status"];
                /** @description Such as unknown-report. */
                readonly outcome?: components["parameters"]["outcome"];
                /** @description A part of the URL. */
                readonly url?: components["parameters"]["url"];
                /** @description The whole path without the query. */
                readonly path?: components["parameters"]["path"];
                /** @description The id of a report. */
                readonly report?: components["parameters"]["report"];
                /** @description A hash of a file. */
                readonly hash?: components["parameters"]["hash"];
                /** @description A tag in the body. */
                readonly tag?: components["parameters"]["tag"];
                /** @description Only requests with a greater id. */
                readonly since?: components["parameters"]["since"];
                /** @description Only requests that are for no operation; with false, only others. */
                readonly unmatched?: components["parameters"]["unmatched"];
                readonly count?: number;
                readonly timeoutMs?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The matching requests. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Requests"];
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listFaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The oldest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly faults: readonly components["schemas"]["Fault"][];
                        /** @description How the faults that meet one request combine, in this order. */
                        readonly stages: readonly {
                            readonly stage: components["schemas"]["FaultStage"];
                            readonly says: string;
                        }[];
                    };
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly addFault: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FaultRule"];
            };
        };
        readonly responses: {
            /** @description The fault, with its id. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Fault"];
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly clearFaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly removeFault: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a fault. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getDialect: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The dialect spoken now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dialect"];
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly setDialect: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DialectChoice"];
            };
        };
        readonly responses: {
            /** @description The dialect spoken now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Dialect"];
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Clock"];
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly setClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ClockSetting"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["Clock"];
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly advanceClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The clock stays between 1970 and 9999. */
                    readonly seconds: number;
                };
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["Clock"];
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly getIds: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Ids"];
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly seedIds: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Ids"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["Ids"];
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly listWorlds: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The oldest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly worlds: readonly components["schemas"]["World"][];
                    };
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly createWorld: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["WorldRequest"];
            };
        };
        readonly responses: {
            /** @description Where it is, and the tokens of its callers. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewWorld"];
                };
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
    readonly dropWorld: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of a world. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly "4XX": components["responses"]["Problem"];
            readonly default: components["responses"]["Problem"];
        };
    };
}
