import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fields a client sends; some choices make them optional. */
export type Draft = {
  tags?: string[];
  c2Address?: string;
  file256Hash?: string;
  referenceLink?: string;
  confidenceScore?: number;
};

export type Report = Draft & {
  id: string;
  name: string;
  reportedAt: string;
  reportedBy: string;
  firstSeenID: string;
};

export type Analysis = {
  date: string;
  tags: { heat: number; name: string }[];
  ssDeep: string;
  configs: Record<string, object>;
  mD5Hash: string;
  fileName: string;
  sha1Hash: string;
  blake3Hash: string;
  sha256Hash: string;
  sha512Hash: string;
  sizeInBytes: number;
  staticAnalysisDuration: string;
};

export type Caller = {
  name: string;
  /** The whole value of the Authorization header. */
  token: string;
  researcher: boolean;
  /** The services the caller acts for. */
  owns: string[];
  /** Lookups left; may be Infinity. */
  remaining: number;
};

export type Seed = { services: string[]; callers: Caller[]; analyses: Analysis[] };

/** What a team may decide otherwise and still conform. */
export type Choice =
  // values of a report
  | 'score-32-bit'
  | 'score-0-to-100'
  | 'score-integral-float'
  | 'link-href'
  | 'tags-tidy'
  | 'tags-lower'
  | 'host-tidy'
  | 'host-strict'
  | 'hash-any-case'
  | 'optional-fields'
  | 'only-required-all'
  | 'coerce-types'
  // operations
  | 'idempotent-create'
  | 'both-flags'
  | 'extra-fields'
  | 'upper-ids'
  | 'time-ids'
  | 'any-case-report-id'
  | 'plain-utc-offset'
  | 'later-500'
  | 'later-1500'
  | 'later-5000'
  | 'delete-later'
  | 'repeat-delete-ok'
  | 'unknown-feed-empty'
  // lookup
  | `quota-${'fixed' | 'sliding' | 'clock'}-${7 | 10 | 60}`
  | 'misses-404'
  | 'misses-empty'
  | 'misses-text'
  // transport
  | 'connection-close'
  | 'errors-200'
  | 'charset'
  | 'cache-headers'
  | 'chunked'
  | 'gzip'
  | 'escaped-json'
  // only behind a proxy
  | 'body-20k'
  | 'body-1m'
  | 'uri-8k'
  | 'header-8k'
  | 'rate-20'
  | 'rate-50'
  | 'rate-20-later'
  | 'rate-20-date'
  | 'every-ninth-429';

export type Choices = ReadonlySet<Choice>;

export type Running = { baseUrl: string; analysisUrl: string; close(): Promise<void> };

export interface OrdinaryServer {
  readonly name: string;
  readonly choices: readonly Choice[];
  /** False where the machine lacks what the server needs. Absent: always available. */
  isAvailable?(): boolean;
  /** Port 0, unless told otherwise: any free one. */
  start(seed: Seed, choices: Choices, port?: number): Promise<Running>;
}

/** Waits until a server of node:http listens. */
export async function listen(server: Server, port = 0): Promise<Running> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { baseUrl: url, analysisUrl: url, close };
}

const caller = (
  name: string,
  token: string,
  more: Partial<Pick<Caller, 'researcher' | 'owns' | 'remaining'>> = {},
): Caller => ({ name, token, researcher: false, owns: [], remaining: 1000, ...more });

export const seed: Seed = {
  services: ['tunnelco', 'dyndnsco'],
  callers: [
    caller('ada', 'Bearer ada-7f1c2b9e04', { researcher: true }),
    caller('brook', 'Bearer brook-e2d90a6c55', { researcher: true }),
    caller('tunnelco-desk', 'Bearer tunnelco-31b8f0d7aa', { owns: ['tunnelco'] }),
    caller('dyndnsco-desk', 'dyndnsco-90c4e1f36b', { owns: ['dyndnsco'] }),
    caller('reader', 'reader-5d02a7be18'),
    caller('analyst', 'Bearer analyst-c6f3918d20', { remaining: Number.POSITIVE_INFINITY }),
    caller('limited-4', 'Bearer limited-4-0b7e', { remaining: 4 }),
    caller('limited-6', 'Bearer limited-6-a91d', { remaining: 6 }),
    caller('limited-8', 'Bearer limited-8-f42c', { remaining: 8 }),
  ],
  analyses: [
    {
      date: '2024-03-10T06:10:40Z',
      tags: [
        {
          heat: 0,
          name: 'trojan',
        },
        {
          heat: 5,
          name: 'packed',
        },
      ],
      ssDeep: '96:1e3zRv6N3i2kbH444smhHdtb-0JfbRHO:akXakI22tPDm5QoM',
      configs: {
        agent: {
          c2: ['198.51.100.7:4444'],
          sleep: 60,
        },
      },
      mD5Hash: '521b21257b302916ac4cdfa400083e9d',
      fileName: 'invoice_2024.exe',
      sha1Hash: 'f4e1808dfa69b74a6bba44a4786856bb2a3e0058',
      blake3Hash: '2bdf204a6db541d128fffdde9ca07b97a8afb8ff751f36c93e19d30a46377350',
      sha256Hash: 'cc01dbf2276483ac41a3eef3529a4a5bd3b3aa3b931d2c1a424d7b0033e5152c',
      sha512Hash:
        '7ccce4eb973d84ea1234885a2cb6216a1df2fe6d36c8b50442fc17a7bd3495239da3c4eadf9bc56bbab66f27172f280998acf61887e9286e38a87b2e318d474e',
      sizeInBytes: 48640,
      staticAnalysisDuration: '00:00:02.4182311',
    },
    {
      date: '2024-04-11T07:11:41Z',
      tags: [
        {
          heat: 25,
          name: 'installer',
        },
      ],
      ssDeep: '192:uO_tIOA3zesYI4UXJHJoArCq7pFOdjNm:LmNUo5RL-pkZVfSW',
      configs: {},
      mD5Hash: '995ad5ce4c9591c7525e791b82a3a290',
      fileName: 'setup.msi',
      sha1Hash: 'e09af83c1a895ad8c956430034e0b6fd47fc06a7',
      blake3Hash: '371fd39a907badb04e06fa9bcd509c38104d9dbd3502128871699617a6b744f2',
      sha256Hash: '8d23445f6123d74b9a6b0e08c674a7f5e9bc805b56309bfe4969b537b28420a9',
      sha512Hash:
        'd8491906dbc2c48ea77c1591cae20e0e15c40b588447aa304ad06a7e4262b35e5c42af57e44b0f4c8eabe7b4fa1d7170a57a0fc62ad23eb7e55446469b2733fb',
      sizeInBytes: 1804288,
      staticAnalysisDuration: '00:00:11.0914075',
    },
    {
      date: '2024-05-12T08:12:42Z',
      tags: [
        {
          heat: 50,
          name: 'elf',
        },
        {
          heat: 5,
          name: 'packed',
        },
      ],
      ssDeep: '384:j89yi_DYqu_TreeO0v322gEN6d7xYKXP:yTLPHPdKHAvaJkV0',
      configs: {
        loader: {
          key: 'a/b',
          nested: {
            on: true,
            list: [1, null],
          },
        },
      },
      mD5Hash: '0aa9ac90f054a1bd8bcd70d304329f50',
      fileName: 'libhelper.so',
      sha1Hash: 'e9b2ded9808890c9da3c98d7a66c34348356f3eb',
      blake3Hash: '54d88b8f67404f414cde167a12514ca9a9052ed3d391503e105037f9ce179924',
      sha256Hash: 'cac20b1cd735ec32efac4965f004e0fa1e0ab5d31918df88190f137027719ce3',
      sha512Hash:
        '827d7a347960369a40e154e6740fbd76298484f3480a2858af2a3709bc38a957a3fd4afb7afed7cc4d6adee8d4e9c2b3a52daa7cba99d74fc6434550da167083',
      sizeInBytes: 90112,
      staticAnalysisDuration: '00:00:01.1200340',
    },
    {
      date: '2024-06-13T09:13:43Z',
      tags: [
        {
          heat: 75,
          name: 'macro',
        },
      ],
      ssDeep: '768:hbDX9BWM15hRqC6xYVKV5UiYkF-CB_Jc:dwJLkZ3tO4klWvrR',
      configs: {},
      mD5Hash: 'efc100f7139ac73bdf7724e8ee39bce3',
      fileName: 'naïve résumé.docm',
      sha1Hash: 'eb36b605009fbc9ad7f7ecb28af41f4a49770857',
      blake3Hash: 'cd95159162a6aa80b15da907f8f179fa024deff4a87e71a5157b2c6efe5001b1',
      sha256Hash: '0f973e342061748dbd79831d278f88777e2a530bb72ac7af9fb981bc83b8fe34',
      sha512Hash:
        '1d8ca4146eda63f0c9c1180c99e4c71af5912cd75f20d004df277af850ab25eb5e6e333575f0c7d6e56e7a7854df95f99574adbc0fa7e3585853cdad01c365e2',
      sizeInBytes: 35977,
      staticAnalysisDuration: '00:00:00.7734128',
    },
  ],
};
