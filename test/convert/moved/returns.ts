import type { RecordedRequest } from '../../support/scratch/recorded-application.js';

/** What handlers return, each with the type that its source states, if any. */
const RETURNS: Readonly<Record<string, readonly [value: string, type?: string]>> = {
  object: ['{ a: 1, b: undefined }'],
  list: ['[1, null, undefined]'],
  empty: ['[]'],
  date: ['new Date(0)'],
  dates: ['{ at: new Date(0) }'],
  number: ['7'],
  zero: ['0'],
  boolean: ['1 > 2'],
  nothing: ['undefined', 'object | undefined'],
  map: ['new Map([[1, 2]])'],
  set: ['{ set: new Set([1]) }'],
  money: ['new Money(5)'],
  nested: ['{ money: [new Money(5)] }'],
  promise: ['Promise.resolve({ later: true })'],
  observable: ['of({ seen: true })'],
  several: ['of({ first: 1 }, { last: 2 })'],
  any: ['JSON.parse(\'{"any":1}\')', 'any'],
  unknown: ["'text'", 'unknown'],
  maybe: ["Math.random() > 2 ? 'text' : null", 'string | null'],
  either: ["Math.random() > 2 ? { a: 1 } : 'text'", 'object | string'],
  buffer: ["Buffer.from('bytes')"],
  bytes: ['new Uint8Array([104, 105])'],
  file: ["new StreamableFile(Buffer.from('file'), { type: 'text/csv', disposition: 'inline' })"],
  record: ["{ 'a b': { __proto__: null, c: 1 } }"],
  unicode: ["{ text: 'é\\u2028<' }"],
  frozen: ['Object.freeze({ frozen: true })'],
};

/** Handlers with decorators that concern the response. */
const OTHERS = `
  @Get('passed')
  passed(@Res({ passthrough: true }) response: { status(status: number): unknown }) {
    response.status(202);
    return { passed: true };
  }

  @Get('headers')
  @Header('X-Total', '3')
  @Header('Content-Type', 'application/vnd.api+json')
  @Header('Cache-Control', 'public, max-age=60')
  headers() {
    return { headers: true };
  }

  @Get('accepted')
  @HttpCode(202)
  accepted() {
    return { accepted: true };
  }

  @Get('empty-content')
  @HttpCode(204)
  emptyContent() {
    return { gone: true };
  }

  @Get('teapot')
  teapot(): object {
    throw new HttpException('I am a teapot', 418);
  }

  @Get('body')
  body(): object {
    throw new HttpException({ own: 'body' }, 409);
  }

  @Get('cause')
  cause(): object {
    throw new BadRequestException('Bad', { cause: new Error('why'), description: 'Described' });
  }

  @Get('error')
  error(): object {
    throw new Error('secret');
  }

  @Get('thrown')
  thrown(): object {
    throw Object.assign(new Error('of a library'), { statusCode: 422 });
  }

  @Get('rejected')
  async rejected(): Promise<object> {
    return Promise.reject(new NotFoundException());
  }

  @Get('request')
  request(@Ip() ip: string, @HostParam() host: object, @Headers() headers: Record<string, string>, @Req() { url, method }: { url: string; method: string }) {
    return { ip: ip.length > 0, host, agent: headers['x-agent'], url, method };
  }

  @Post('created')
  created() {}

  @Put('replaced')
  replaced(): void {}

  @Delete('removed')
  async removed() {
    return { removed: true };
  }
`;

const CONTROLLER = `import { BadRequestException, Controller, Delete, Get, Header, Headers, HostParam, HttpCode, HttpException, Ip, NotFoundException, Post, Put, Req, Res, StreamableFile } from '@nestjs/common';
import { of } from 'rxjs';

export class Money {
  constructor(readonly cents: number) {}

  toJSON() {
    return { cents: this.cents, currency: 'EUR' };
  }
}

@Controller('returns')
export class ReturnsController {
${Object.entries(RETURNS)
  .map(
    ([name, [value, type]]) => `  @Get('${name}')
  ${name}()${type === undefined ? '' : `: ${type}`} {
    return ${value};
  }
`,
  )
  .join('\n')}${OTHERS}}
`;

export const SOURCES: Readonly<Record<string, string>> = {
  'src/setup.ts': 'export function setUp(): void {}\n',
  'src/returns.controller.ts': CONTROLLER,
  'src/app.module.ts': `import { Module } from '@nestjs/common';
import { ReturnsController } from './returns.controller.js';

@Module({ controllers: [ReturnsController] })
export class AppModule {}
`,
};

export const REQUESTS: readonly RecordedRequest[] = [
  ...Object.keys(RETURNS).map((name): RecordedRequest => ['GET', `/returns/${name}`]),
  ...[...OTHERS.matchAll(/@(Get|Post|Put|Delete)\('([\w-]+)'\)/g)].map(
    ([, method = '', path = '']): RecordedRequest => [method.toUpperCase(), `/returns/${path}`],
  ),
  ['HEAD', '/returns/object'],
  ['HEAD', '/returns/file'],
  ['HEAD', '/returns/error'],
  ['GET', '/returns/request?a=1', undefined, { 'x-agent': 'test' }],
];
