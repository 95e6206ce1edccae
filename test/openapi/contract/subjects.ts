import type { OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { startSampleInProcess } from '../../house/sample/sample-in-process.js';
import { sendRequest, type AdapterName, type TestResponse } from '../../support/application.js';
import { CAPABILITIES } from './application/contract.module.js';
import { startContract } from './contract-document.js';
import type { WireRequest } from './generate/send.js';

/** An application that is running, and its document. */
export interface RunningSubject {
  readonly document: OpenApiDocument;
  send(request: WireRequest): Promise<TestResponse>;
  close(): Promise<void>;
}

/** An application that the generated requests are sent to. */
export interface Subject {
  readonly name: string;
  /** The headers of each caller. */
  readonly callers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whether a caller without a capability is told so before the form is read. */
  readonly asksFirst: boolean;
  start(adapter: AdapterName): Promise<RunningSubject>;
}

export const SUBJECTS: readonly Subject[] = [
  ...(['typed', 'wordpress'] as const).map((values) => ({
    name: `an application with every kind of argument and values: '${values}'`,
    callers: Object.fromEntries(
      Object.keys(CAPABILITIES).map((name) => [name, { 'x-user': name }]),
    ),
    asksFirst: false,
    start: async (adapter: AdapterName) => {
      const { app, document } = await startContract(adapter, values);
      const send = ({ method, target, headers, body }: WireRequest) =>
        app.fetch(method, target, { headers, ...(body === undefined ? {} : { body }) });
      return { document, send, close: () => app.close() };
    },
  })),
  {
    name: 'the sample',
    callers: { ada: { authorization: 'Bearer demo-ada' } },
    asksFirst: true,
    start: async (adapter) => {
      const { url, stop } = await startSampleInProcess(adapter);
      const { port } = new URL(url);
      const response = await fetch(`${url}/reference/acme/v1.json`);
      const send = ({ method, target, headers, body }: WireRequest) =>
        sendRequest(Number(port), method, target, {
          headers,
          ...(body === undefined ? {} : { body }),
        });
      return { document: (await response.json()) as OpenApiDocument, send, close: stop };
    },
  },
];
