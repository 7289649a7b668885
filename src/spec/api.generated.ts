// Generated from openapi.yaml by `npm run generate`. Do not edit.

export interface paths {
    readonly "/feed/{service}/api": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The service that owns the feed. */
                readonly service: components["parameters"]["service"];
            };
            readonly cookie?: never;
        };
        /**
         * Fetch a report
         * @description Returns one report of this feed, with every field (2.1, 4.2). An id of another feed is not found here, since a feed belongs to one service.
         */
        readonly get: operations["fetchReport"];
        readonly put?: never;
        /**
         * Create a report
         * @description Stores a report in the feed of the service and returns its new id alone. The caller must be a researcher (4.1).
         */
        readonly post: operations["createReport"];
        /**
         * Delete a report
         * @description Removes a report for good. Its creator may, and the service that owns the feed; nobody else (4.3). Mind the flag: a deletion that worked has `success`, everything else with `successful`.
         */
        readonly delete: operations["deleteReport"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/private/sample/{hash}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Look up a static analysis
         * @description Returns the static analysis of a file (2.2, 4.4). Every request of a known caller uses up one of the caller's remaining requests, whether an analysis is found or not (1, 8). With none left, it is refused.
         */
        readonly get: operations["getStaticAnalysis"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description UUID-shaped; any version, either case.
         * @example 5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01
         */
        readonly Uuid: string;
        /** @description What a client supplies to create a report (2.1, 4.1). */
        readonly ReportDraft: {
            /**
             * @description Labels.
             * @example [
             *       "rat",
             *       "windows"
             *     ]
             */
            readonly tags: readonly string[];
            /**
             * @description Host and port. The host is a name, an IPv4 address, or an IPv6 address in brackets; the port is a number from 1 to 65535.
             * @example c2.example.com:4444
             */
            readonly c2Address: string;
            /**
             * @description SHA-256 of the file, as hexadecimal. It is stored in lower case.
             * @example ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517
             */
            readonly file256Hash: string;
            /**
             * Format: uri
             * @description URL of a results page for the file (RFC 3986). The host is a name, an IPv4 address, or an IPv6 address in brackets; a port is a number from 1 to 65535.
             * @example https://results.example/ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517
             */
            readonly referenceLink: string & unknown;
            /**
             * @description How sure the researcher is.
             * @example 75
             */
            readonly confidenceScore: number;
        };
        /** @description A report as it is fetched (2.1). */
        readonly Report: {
            /**
             * @description Identifier of the report.
             * @example 5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01
             */
            readonly id: components["schemas"]["Uuid"];
            /**
             * @description Name attached to the report.
             * @example rat
             */
            readonly name: string;
            /**
             * @description Labels.
             * @example [
             *       "rat",
             *       "windows"
             *     ]
             */
            readonly tags: readonly string[];
            /**
             * @description Host and port.
             * @example c2.example.com:4444
             */
            readonly c2Address: string;
            /**
             * @description When the report was created, in the form `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-01-31 13:45:00
             */
            readonly reportedAt: string;
            /**
             * @description Name of the reporter, as the service knows the caller.
             * @example First researcher
             */
            readonly reportedBy: string;
            /**
             * @description SHA-256 of the file, 64 lowercase hexadecimal characters.
             * @example ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517
             */
            readonly file256Hash: string;
            /**
             * @description UUID-shaped identifier.
             * @example 5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01
             */
            readonly firstSeenID: components["schemas"]["Uuid"];
            /**
             * Format: uri
             * @description URL of a results page for the file.
             * @example https://results.example/ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517
             */
            readonly referenceLink: string;
            /**
             * @description How sure the researcher is.
             * @example 75
             */
            readonly confidenceScore: number;
        };
        /** @description A report was stored. */
        readonly ReportCreated: {
            /** @description Identifier of the new report. */
            readonly id: components["schemas"]["Uuid"];
            /**
             * @description Always true.
             * @example true
             * @enum {boolean}
             */
            readonly successful: true;
        };
        /** @description A report was found. */
        readonly ReportFetched: {
            readonly report: components["schemas"]["Report"];
            /**
             * @description Always true.
             * @example true
             * @enum {boolean}
             */
            readonly successful: true;
        };
        /** @description A report was removed. The flag is named `success` here. */
        readonly ReportDeleted: {
            /**
             * @description A human-readable message.
             * @example The report is deleted.
             */
            readonly message: string;
            /**
             * @description Always true.
             * @example true
             * @enum {boolean}
             */
            readonly success: true;
        };
        /** @description Something was refused (7). */
        readonly ReportError: {
            /**
             * @description A human-readable message.
             * @example There is no feed for the service "nosuchco".
             */
            readonly error: string;
            /**
             * @description Always false.
             * @example false
             * @enum {boolean}
             */
            readonly successful: false;
        };
        /** @description The static analysis of a file (2.2). */
        readonly StaticAnalysis: {
            /**
             * @description When the file was analysed, in UTC, in the form `YYYY-MM-DDTHH:MM:SSZ`.
             * @example 2026-01-31T13:45:00Z
             */
            readonly date: string;
            /** @description What the analysis found, each with how hot it is. */
            readonly tags: readonly components["schemas"]["AnalysisTag"][];
            /**
             * @description Fuzzy hash of the file, as ssdeep prints it.
             * @example 3:AXGBicFlgVNhBGcL6wCrFQEv:AXGHsNhxLsr2C
             */
            readonly ssDeep: string;
            /**
             * @description Extracted configurations by malware family. Their contents are open.
             * @example {
             *       "ExampleRAT": {
             *         "mutex": "example-mutex"
             *       }
             *     }
             */
            readonly configs: {
                readonly [key: string]: {
                    readonly [key: string]: unknown;
                };
            };
            /**
             * @description MD5 hash of the file.
             * @example 38c4688709061b4a40a591246362f3cc
             */
            readonly mD5Hash: string;
            /**
             * @description Name of the file.
             * @example sample.bin
             */
            readonly fileName: string;
            /**
             * @description SHA-1 hash of the file.
             * @example aa10bd26a95f099be09756ceb186a488d95246d7
             */
            readonly sha1Hash: string;
            /**
             * @description BLAKE3 hash of the file.
             * @example df15750915e28cb4e67c63c198f8174aec963bc2ba23d95b39345151d860f1a2
             */
            readonly blake3Hash: string;
            /**
             * @description SHA-256 hash of the file.
             * @example ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517
             */
            readonly sha256Hash: string;
            /**
             * @description SHA-512 hash of the file.
             * @example 2c6f35a471c58a7b48acc325c90f961b016a215bac6508a7329164acdb60565c024a9b7c6cc5ce2d341bd0d1ef030b089b6652ed8ca120ac187d00e04098d330
             */
            readonly sha512Hash: string;
            /**
             * @description Size of the file.
             * @example 4096
             */
            readonly sizeInBytes: number;
            /**
             * @description How long the analysis took, as text.
             * @example 00:00:00.0427370
             */
            readonly staticAnalysisDuration: string;
        };
        /** @description One finding. */
        readonly AnalysisTag: {
            /**
             * @description How hot the finding is.
             * @example 8
             */
            readonly heat: number;
            /**
             * @description What was found.
             * @example rat
             */
            readonly name: string;
        };
    };
    responses: {
        /** @description The request cannot be understood, or is not a valid report. */
        readonly InvalidReport: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The request cannot be understood. */
        readonly MalformedQuery: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The hash is malformed. */
        readonly MalformedHash: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The caller is unknown. */
        readonly UnknownCaller: {
            headers: {
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The caller may not create reports. */
        readonly NotAResearcher: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The caller may not fetch this report. */
        readonly MayNotFetch: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The caller may not delete this report. */
        readonly NotYourReport: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The caller may not use the lookup. */
        readonly MayNotLookUp: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description There is no such feed. */
        readonly UnknownService: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description There is no such report, or no such feed. */
        readonly UnknownReport: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description There is no analysis of this file. */
        readonly UnknownHash: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The feed has this report already. */
        readonly DuplicateReport: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The report was deleted. */
        readonly DeletedReport: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The body is too large. */
        readonly BodyTooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The body is not JSON. */
        readonly WrongContentType: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The caller has to wait. */
        readonly RateLimited: {
            headers: {
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The caller has to wait, or has nothing left. */
        readonly NoRequestsLeft: {
            headers: {
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The request took too long to arrive. */
        readonly RequestTimeout: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The URL is too long. */
        readonly UriTooLong: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The request headers are too large. */
        readonly HeadersTooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The server failed. */
        readonly InternalError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
        /** @description The change could not be stored and was not made. */
        readonly Unavailable: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ReportError"];
            };
        };
    };
    parameters: {
        /** @description The service that owns the feed. */
        readonly service: string;
        /** @description The id of the report. */
        readonly report: components["schemas"]["Uuid"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description How callers identify themselves.
         * @example ApiKey realm="abuse-feed"
         */
        readonly "WWW-Authenticate": string;
        /**
         * @description The number of seconds to wait before asking again.
         * @example 1
         */
        readonly "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly fetchReport: {
        readonly parameters: {
            readonly query: {
                /** @description The id of the report. */
                readonly report: components["parameters"]["report"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The service that owns the feed. */
                readonly service: components["parameters"]["service"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReportFetched"];
                };
            };
            readonly 400: components["responses"]["MalformedQuery"];
            readonly 401: components["responses"]["UnknownCaller"];
            readonly 403: components["responses"]["MayNotFetch"];
            readonly 404: components["responses"]["UnknownReport"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 410: components["responses"]["DeletedReport"];
            readonly 414: components["responses"]["UriTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The service that owns the feed. */
                readonly service: components["parameters"]["service"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReportDraft"];
            };
        };
        readonly responses: {
            /** @description The report is stored. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReportCreated"];
                };
            };
            readonly 400: components["responses"]["InvalidReport"];
            readonly 401: components["responses"]["UnknownCaller"];
            readonly 403: components["responses"]["NotAResearcher"];
            readonly 404: components["responses"]["UnknownService"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["DuplicateReport"];
            readonly 413: components["responses"]["BodyTooLarge"];
            readonly 414: components["responses"]["UriTooLong"];
            readonly 415: components["responses"]["WrongContentType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteReport: {
        readonly parameters: {
            readonly query: {
                /** @description The id of the report. */
                readonly report: components["parameters"]["report"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The service that owns the feed. */
                readonly service: components["parameters"]["service"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report is gone. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReportDeleted"];
                };
            };
            readonly 400: components["responses"]["MalformedQuery"];
            readonly 401: components["responses"]["UnknownCaller"];
            readonly 403: components["responses"]["NotYourReport"];
            readonly 404: components["responses"]["UnknownReport"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 410: components["responses"]["DeletedReport"];
            readonly 414: components["responses"]["UriTooLong"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getStaticAnalysis: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The SHA-256, SHA-512 or BLAKE3 hash of the file, as hexadecimal. SHA-256 and BLAKE3 have the same length; one value is looked for among both. No pattern is given here, because a request with something else is still one and is counted. */
                readonly hash: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The static analysis of the file. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StaticAnalysis"];
                };
            };
            readonly 400: components["responses"]["MalformedHash"];
            readonly 401: components["responses"]["UnknownCaller"];
            readonly 403: components["responses"]["MayNotLookUp"];
            readonly 404: components["responses"]["UnknownHash"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 414: components["responses"]["UriTooLong"];
            readonly 429: components["responses"]["NoRequestsLeft"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
}
