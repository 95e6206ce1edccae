import { HttpCode, Next, Res } from '@nestjs/common';
import { RestController } from 'nestjs-rest-routes';
import type { Shape } from '../shape.js';
import { Serve } from '../twin.js';

interface AnyRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The response of either adapter. */
interface AnyResponse {
  status(code: number): this;
  header(name: string, value: string): this;
  set(name: string, value: string): this;
  json(data: unknown): void;
  send(data: unknown): unknown;
  end(text?: string): void;
  write(text: string): void;
  cookie?(name: string, value: string): void;
  /** Of Express and of Fastify. */
  readonly req?: AnyRequest;
  readonly request?: AnyRequest;
  readonly raw?: {
    write(text: string): void;
    end(text?: string): void;
    on(event: string, listener: () => void): void;
  };
  on?(event: string, listener: () => void): void;
  hijack?(): void;
}

const KINDS = ['json', 'text', 'stream', 'late', 'nothing'];

/** Handlers that use the response of the adapter. */
export const shape: Shape = {
  name: 'responses',
  make({ recorder, version }) {
    const isExpress = (response: AnyResponse): boolean => response.raw === undefined;
    const requestOf = ({ req, request }: AnyResponse): AnyRequest =>
      req ?? request ?? { headers: {} };
    const gone = new WeakSet<object>();
    @RestController(version as 'subject', '/responses')
    class Responses {
      @Serve('Get', '/passed/{kind}', { kind: 0 })
      passed(kind: string, @Res({ passthrough: true }) response: AnyResponse): object {
        response.status(kind === 'nothing' ? 202 : 203);
        response.header('X-Passed', kind);
        if (kind === 'text') response.header('Cache-Control', 'max-age=3');
        if (kind === 'late') response.header('Set-Cookie', 'late=1');
        return { kind };
      }

      @HttpCode(202)
      @Serve('Get', '/own/{kind}', { kind: 0 })
      async own(kind: string, @Res() response: AnyResponse): Promise<void> {
        recorder.saw('handler own', { headers: requestOf(response).headers }, {});
        if (kind === 'late')
          await recorder.during(() => new Promise((resolve) => setTimeout(resolve, 1)));
        if (kind === 'stream' && isExpress(response)) {
          response.status(206);
          response.write('first, ');
          response.end('second');
        } else if (kind === 'stream') {
          response.hijack?.();
          response.raw?.write('first, ');
          response.raw?.end('second');
        } else if (kind === 'text') response.header('Content-Type', 'text/plain').send('a text');
        else if (isExpress(response)) response.json({ own: kind });
        else response.send({ own: kind });
      }

      @Serve('Get', '/slow')
      slow(@Res({ passthrough: true }) response: AnyResponse): Promise<object> {
        const { headers } = requestOf(response);
        const node = (response.raw ?? response) as unknown as NodeJS.EventEmitter;
        recorder.saw('handler slow', { headers }, {});
        // Interceptors may call a handler again when the client has left.
        if (gone.has(node)) return Promise.resolve({ gone: true });
        const isLeft = headers['x-leaves'] !== undefined;
        return recorder.during(
          () =>
            new Promise((resolve) => {
              const timer = isLeft ? undefined : setTimeout(() => resolve({ slow: true }), 30);
              node.on('close', () => {
                clearTimeout(timer);
                gone.add(node);
                recorder.saw('slow, gone', { headers }, {});
                resolve({ gone: true });
              });
            }),
        );
      }

      @Serve('Get', '/next/{kind}', { kind: 0 })
      next(
        kind: string,
        @Res() response: AnyResponse,
        @Next() next: (error?: unknown) => void,
      ): void {
        if (kind === 'late') next(new Error('of next'));
        else if (isExpress(response)) response.status(200).json({ next: typeof next });
        else response.status(200).send({ next: 'none' });
      }
    }
    return { routes: Responses };
  },
  request: (random) => {
    const kind = random.pick(KINDS);
    const path = random.pick([
      `/passed/${kind}`,
      `/own/${kind}`,
      `/own/${kind}`,
      '/slow',
      '/next/json',
      '/next/late',
    ]);
    const leaves = path === '/slow' && random.chance(0.7);
    if (!leaves) return { method: 'GET', path };
    return { method: 'GET', path, headers: [['X-Leaves', 'yes']], abort: 'sent' };
  },
};
