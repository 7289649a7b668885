// Generated from openapi.yaml by `npm run generate`. Do not edit.

export interface paths {
    "/feed/{service}/api": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The service whose feed it is.
                 * @example tunnelco
                 */
                service: string;
            };
            cookie?: never;
        };
        /**
         * Fetch a report
         * @description Answers with one report of this feed, with every field (2.1, 4.2). An id of another feed is not found here, since a feed belongs to one service.
         */
        get: operations["fetchReport"];
        put?: never;
        /**
         * Create a report
         * @description Stores a report in the feed of the service and answers with its new id alone. The caller must be a researcher (4.1).
         */
        post: operations["createReport"];
        /**
         * Delete a report
         * @description Removes a report for good. Its creator may, and the service that owns the feed; nobody else (4.3). Mind the flag: a deletion that worked answers with `success`, everything else with `successful`.
         */
        delete: operations["deleteReport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/private/sample/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a static analysis
         * @description Answers with the static analysis of a file (2.2, 4.4). Every call of a known caller uses up one of the caller's remaining requests, whether an analysis is found or not (1, 8). With none left, the call is refused.
         */
        get: operations["getStaticAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description UUID-shaped; any version, either case.
         * @example 5f0c2a4e-8a53-4c55-9d2e-0b8c1d6f7a10
         */
        Uuid: string;
        /** @description What a client supplies to create a report (2.1, 4.1). */
        ReportDraft: {
            /**
             * @description Labels.
             * @example [
             *       "rat",
             *       "windows"
             *     ]
             */
            tags: string[];
            /**
             * @description Host and port. The host is a name, an IPv4 address, or an IPv6 address in brackets; the port is a number from 1 to 65535.
             * @example c2.example.com:4444
             */
            c2Address: string;
            /**
             * @description SHA-256 of the file, as hexadecimal. It is stored in lower case.
             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
             */
            file256Hash: string;
            /**
             * Format: uri
             * @description URL of a results page for the file.
             * @example https://results.example/e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
             */
            referenceLink: string;
            /**
             * @description How sure the researcher is.
             * @example 75
             */
            confidenceScore: number;
        };
        /** @description A report as it is fetched (2.1). */
        Report: {
            /** @description Identifier of the report. */
            id: components["schemas"]["Uuid"];
            /**
             * @description Name attached to the report.
             * @example rat
             */
            name: string;
            /**
             * @description Labels.
             * @example [
             *       "rat",
             *       "windows"
             *     ]
             */
            tags: string[];
            /**
             * @description Host and port.
             * @example c2.example.com:4444
             */
            c2Address: string;
            /**
             * @description When the report was created, in the form `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-01-31 13:45:00
             */
            reportedAt: string;
            /**
             * @description Name of the reporter, as the service knows the caller.
             * @example First researcher
             */
            reportedBy: string;
            /**
             * @description SHA-256 of the file, 64 lowercase hexadecimal characters.
             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
             */
            file256Hash: string;
            /** @description UUID-shaped identifier. */
            firstSeenID: components["schemas"]["Uuid"];
            /**
             * Format: uri
             * @description URL of a results page for the file.
             * @example https://results.example/e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
             */
            referenceLink: string;
            /**
             * @description How sure the researcher is.
             * @example 75
             */
            confidenceScore: number;
        };
        /** @description A report was stored. */
        ReportCreated: {
            id: components["schemas"]["Uuid"];
            /**
             * @description True, since it worked.
             * @example true
             * @enum {boolean}
             */
            successful: true;
        };
        /** @description A report was found. */
        ReportFetched: {
            report: components["schemas"]["Report"];
            /**
             * @description True, since it worked.
             * @example true
             * @enum {boolean}
             */
            successful: true;
        };
        /** @description A report was removed. The flag is named `success` here. */
        ReportDeleted: {
            /**
             * @description A sentence for people.
             * @example The report is deleted.
             */
            message: string;
            /**
             * @description True, since it worked.
             * @example true
             * @enum {boolean}
             */
            success: true;
        };
        /** @description Something was refused (7). */
        Error: {
            /**
             * @description A sentence for people.
             * @example There is no feed for the service "nosuchco".
             */
            error: string;
            /**
             * @description False, since it did not work.
             * @example false
             * @enum {boolean}
             */
            successful: false;
        };
        /** @description A lookup was refused, or found nothing. */
        LookupError: {
            /**
             * @description A sentence for people.
             * @example There is no analysis of a file with this hash.
             */
            error: string;
            /**
             * @description False, since it did not work.
             * @example false
             * @enum {boolean}
             */
            successful: false;
        };
        /** @description The static analysis of a file (2.2). */
        StaticAnalysis: {
            /**
             * @description When the file was analysed, in UTC, in the form `YYYY-MM-DDTHH:MM:SSZ`.
             * @example 2026-01-31T13:45:00Z
             */
            date: string;
            /** @description What the analysis found, each with how hot it is. */
            tags: components["schemas"]["AnalysisTag"][];
            /**
             * @description Fuzzy hash of the file, as ssdeep prints it.
             * @example 3:AXGBicFlgVNhBGcL6wCrFQEv:AXGHsNhxLsr2C
             */
            ssDeep: string;
            /**
             * @description Extracted configurations by malware family. Their contents are open.
             * @example {
             *       "ExampleRAT": {
             *         "mutex": "example-mutex"
             *       }
             *     }
             */
            configs: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /**
             * @description MD5 hash of the file.
             * @example d41d8cd98f00b204e9800998ecf8427e
             */
            mD5Hash: string;
            /**
             * @description Name of the file.
             * @example sample.bin
             */
            fileName: string;
            /**
             * @description SHA-1 hash of the file.
             * @example da39a3ee5e6b4b0d3255bfef95601890afd80709
             */
            sha1Hash: string;
            /**
             * @description BLAKE3 hash of the file.
             * @example af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262
             */
            blake3Hash: string;
            /**
             * @description SHA-256 hash of the file.
             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
             */
            sha256Hash: string;
            /**
             * @description SHA-512 hash of the file.
             * @example cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e
             */
            sha512Hash: string;
            /**
             * @description Size of the file.
             * @example 4096
             */
            sizeInBytes: number;
            /**
             * @description How long the analysis took, as text.
             * @example 00:00:00.0427370
             */
            staticAnalysisDuration: string;
        };
        /** @description One finding. */
        AnalysisTag: {
            /**
             * @description How hot the finding is.
             * @example 8
             */
            heat: number;
            /**
             * @description What was found.
             * @example rat
             */
            name: string;
        };
    };
    responses: {
        /** @description The request took too long to arrive. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The URL is too long. */
        UriTooLong: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request headers are too large. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server made a mistake. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The change could not be stored and was not made. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description The id of the report.
         * @example 5f0c2a4e-8a53-4c55-9d2e-0b8c1d6f7a10
         */
        report: components["schemas"]["Uuid"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description How a caller makes itself known.
         * @example ApiKey realm="abuse-feed"
         */
        "WWW-Authenticate": string;
        /**
         * @description The number of seconds to wait before asking again.
         * @example 1
         */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    fetchReport: {
        parameters: {
            query: {
                /**
                 * @description The id of the report.
                 * @example 5f0c2a4e-8a53-4c55-9d2e-0b8c1d6f7a10
                 */
                report: components["parameters"]["report"];
            };
            header?: never;
            path: {
                /**
                 * @description The service whose feed it is.
                 * @example tunnelco
                 */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportFetched"];
                };
            };
            /** @description The request cannot be understood. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller is not known. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller may not fetch this report. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such report, or no such feed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            /** @description The report was deleted. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            /** @description The caller has to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The service whose feed it is.
                 * @example tunnelco
                 */
                service: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportDraft"];
            };
        };
        responses: {
            /** @description The report is stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportCreated"];
                };
            };
            /** @description The request cannot be understood, or is no valid report. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller is not known. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller may not create reports. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such feed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            /** @description The feed has this report already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller has to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteReport: {
        parameters: {
            query: {
                /**
                 * @description The id of the report.
                 * @example 5f0c2a4e-8a53-4c55-9d2e-0b8c1d6f7a10
                 */
                report: components["parameters"]["report"];
            };
            header?: never;
            path: {
                /**
                 * @description The service whose feed it is.
                 * @example tunnelco
                 */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportDeleted"];
                };
            };
            /** @description The request cannot be understood. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller is not known. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller may not delete this report. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such report, or no such feed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            /** @description The report was deleted. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            /** @description The caller has to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStaticAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The SHA-256, SHA-512 or BLAKE3 hash of the file, as hexadecimal. SHA-256 and BLAKE3 have the same length; one value is looked for among both. No pattern is given here, because a call with something else is still a call and is counted.
                 * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
                 */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The static analysis of the file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaticAnalysis"];
                };
            };
            /** @description The hash is none. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupError"];
                };
            };
            /** @description The caller is not known. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupError"];
                };
            };
            /** @description The caller may not use the lookup. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupError"];
                };
            };
            /** @description There is no analysis of this file. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupError"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            /** @description The caller has to wait, or has nothing left. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupError"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
