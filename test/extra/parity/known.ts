import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Difference } from './compare.js';
import type { AdapterName } from './part.js';
import type { Plan } from './plan.js';
import type { Outcome, Received } from './sent.js';

/** A difference that is promised. */
export interface Known {
  readonly name: string;
  readonly reason: string;
  /** Where users read of it. */
  readonly page: string;
  /** Whether it may be absent from 1,000 applications. */
  readonly isRare?: boolean;
  /** The fields that differ, as a report names them. */
  readonly at: RegExp;
  /** Both without it. */
  readonly adapter?: AdapterName;
  /** The major of Nest; each without it. */
  readonly nest?: string;
  /** The application has one of these parts, by the beginnings of their names. */
  readonly parts?: readonly string[];
  /** Which requests and values it is about; all without it. */
  readonly explains?: (difference: Difference, plan: Plan) => boolean;
}

/** What differs if a request ends in another way: all that it has, but nothing that is left open or said later. */
const REQUEST = /^(?:response|log |lines$)/;
/** What differs with the content: no header of another topic. */
const CONTENT =
  /^(?:lines$|log |response$|response (?:status|body|header (?:content-(?:type|length|encoding|language)|etag|transfer-encoding|vary|x-ended|x-late))$)/;
const LOG = /^log /;
const LINES = /^lines$/;

const NOTHING = '(nothing)';

/** Where the pages list what remains. */
const PAGE = 'docs/limits.md#differences-from-a-plain-controller';

/** Whether the responses to a request are of some kind. */
const responses =
  (areOfKind: (plain: Received, route: Received, difference: Difference) => boolean) =>
  (difference: Difference): boolean => {
    const { plain, route } = difference.outcomes ?? {};
    return isReceived(plain) && isReceived(route) && areOfKind(plain, route, difference);
  };

const isReceived = (outcome: Outcome | undefined): outcome is Received =>
  outcome !== undefined && 'status' in outcome;

const has = ({ parts }: Plan, ...names: readonly string[]): boolean =>
  parts.some(({ part }) => names.some((name) => part.name.startsWith(name)));

const isFor = ({ sent }: Difference, path: string): boolean => sent?.path.includes(path) === true;

const isForm = ({ sent }: Pick<Difference, 'sent'>): boolean =>
  sent?.headers.some(([, value]) => value === 'application/x-www-form-urlencoded') === true;

/** The parts that leave forms to no parser. */
const OTHER_PARSERS = [
  'bodyParser: false',
  'parser of JSON',
  'useBodyParser of texts',
  // On Nest 11, it takes the place of the parser of forms.
  'useBodyParser on Fastify',
  'express.text',
  'express.json',
] as const;

const hasFormWithoutParser = (plan: Plan): boolean =>
  has(plan, ...OTHER_PARSERS) && plan.requests.flat().some((sent) => isForm({ sent }));

/** A parser of the application may reject a form for its length or the number of its names. */
const hasLimitedForm = (plan: Plan): boolean =>
  has(plan, 'useBodyParser of forms') && plan.requests.flat().some((sent) => isForm({ sent }));

const isInvalid = ({ sent }: Difference): boolean =>
  sent?.is === 'invalid' || (sent?.is === 'spelled' && sent.path.includes('/validated'));

/** What runs around a handler, by the beginnings of the names of parts. */
const INTERCEPTORS = ['interceptor', '@nestjs/cache-manager', 'ClassSerializer'] as const;

const isTyped = ({ headers }: Received, mediaType: string): boolean =>
  headers['content-type']?.some((type) => type.startsWith(mediaType)) === true;

const isJson = (received: Received): boolean => isTyped(received, 'application/json');

const isScalarAsJson = responses((plain, route) => {
  const [one, other] = [plain.body.toString(), route.body.toString()];
  const isData = /^[[{]/.test(one);
  const isSame =
    other === JSON.stringify(one) || (other === one && !isData) || (one === '' && other === 'null');
  return isSame && isJson(route) && !isJson(plain) && plain.status === route.status;
});

/** What the pages of their topics say. */
const BY_DESIGN: readonly Known[] = [
  {
    name: 'Allow',
    reason: 'Every response of a route says which methods the caller may use.',
    page: 'docs/responses.md#headers-of-every-response',
    at: /(?:header allow|writeHead args)$/,
    explains: ({ at, plain, route }) =>
      !at.endsWith(' args') || headersOf(plain) === headersOf(route),
  },
  {
    name: 'Access-Control-Expose-Headers',
    reason: 'Scripts of other origins may read the headers that a route adds.',
    page: 'docs/responses.md#headers-of-every-response',
    at: / header access-control-expose-headers$/,
    explains: ({ route }) => route.includes('Allow'),
  },
  {
    name: 'no-store',
    reason: 'Shared caches must not keep a 404 of a path without a route.',
    page: 'docs/responses.md#headers-of-every-response',
    at: / header cache-control$/,
    explains: ({ plain, route }) => plain === NOTHING && route.includes('no-store'),
  },
  {
    name: 'joined headers',
    isRare: true,
    reason: 'A header that names several values keeps those of the application.',
    page: 'docs/responses.md#headers-of-every-response',
    at: / header (?:vary|link|set-cookie)$/,
    explains: ({ plain, route }) =>
      plain !== NOTHING &&
      sortedText(plain) !== sortedText(route) &&
      plain.split(' | ').every((one) => route.includes(one.replaceAll('"', ''))),
  },
  {
    name: 'warning of pipes',
    reason:
      'A warning names pipes that have no effect on arguments. Nest repeats its own of paths of middleware.',
    page: 'docs/lifecycle.md#pipes',
    at: /^startup$/,
    explains: ({ plain, route }) => linesWithout(route, 'RR1068') === linesWithout(plain, 'RR1068'),
  },
  {
    name: 'data without a text',
    reason: 'An error of data that have no JSON text goes through the filters of the route.',
    page: 'docs/lifecycle.md#what-the-application-does-to-responses',
    at: REQUEST,
    explains: ({ sent }) => /\/(?:cycle|a%20bigint|getter%20that%20throws)/.test(sent?.path ?? ''),
  },
  {
    name: 'context of lines',
    reason: 'A line of the logger names the method of the route, or RestModule.',
    page: 'docs/observability.md',
    at: /^(?:lines|end)$/,
    explains: ({ plain, route }) => plain === withoutContext(route),
  },
  {
    name: 'conditional requests',
    isRare: true,
    reason: 'A tag that the method or @Header states is compared with If-None-Match.',
    page: 'docs/responses.md#conditional-requests',
    at: REQUEST,
    explains: (difference, plan) =>
      (difference.sent?.headers.some(([name]) => name === 'If-None-Match') === true ||
        wants(difference, 'middleware that changes headers of the request')) &&
      responses(
        (plain, route) => (plain.status === 200 || has(plan, 'wrapped')) && route.status === 304,
      )(difference),
  },
  {
    name: 'Accept-Ranges',
    reason: 'A file whose length is known is sent in parts too.',
    page: 'docs/responses.md#parts-of-files',
    at: / (?:header accept-ranges|args)$/,
    explains: ({ at, plain, route }) =>
      at.endsWith(' args')
        ? headersOf(plain) === headersOf(route.replace(/\baccept-ranges: "bytes"(?:, )?/, ''))
        : plain === NOTHING && route.includes('bytes'),
  },
  {
    name: 'parts of files',
    isRare: true,
    reason: 'A request with Range gets a part of a file, or a 416.',
    page: 'docs/responses.md#parts-of-files',
    at: REQUEST,
    explains: (difference) =>
      difference.sent?.headers.some(([name]) => name === 'Range') === true &&
      responses((_plain, route) => route.headers['content-range'] !== undefined)(difference),
  },
  {
    name: 'OPTIONS',
    reason: 'A route describes itself.',
    page: 'docs/discovery-and-openapi.md',
    at: REQUEST,
    explains: ({ sent }) => sent?.method === 'OPTIONS',
  },
  {
    name: 'body that is not read',
    reason:
      'The guards run before an error of the body is reported, and it has the texts of the library.',
    page: 'docs/lifecycle.md#bodies-and-queries',
    at: REQUEST,
    explains: (difference, plan) =>
      (difference.sent?.is === 'unreadable' || isForm(difference)) &&
      (!isReceived(difference.outcomes?.plain) ||
        !isReceived(difference.outcomes.route) ||
        responses((plain, route) => plain.status >= 400 && route.status >= 400)(difference) ||
        (has(plan, 'filter') && responses((_plain, route) => route.status >= 400)(difference)) ||
        // Middleware runs too, and may respond, or change the response.
        (has(plan, 'middleware that', 'express-mung', 'express-interceptor') &&
          responses((plain) => plain.status >= 400)(difference))),
  },
  {
    name: 'body that another has read',
    isRare: true,
    reason: 'A body that middleware has read, and left nowhere, is a 400.',
    page: 'docs/lifecycle.md#bodies-and-queries',
    at: REQUEST,
    explains: (difference, plan) =>
      difference.route.includes('another body parser of the app') ||
      responses(
        (_plain, route) =>
          route.body.includes('another body parser of the app') ||
          (route.status === 400 &&
            has(plan, 'middleware that changes the body') &&
            has(plan, 'filter of one request', 'filter of HttpException')),
      )(difference),
  },
  {
    name: 'body that no parser reads',
    reason: 'A body of a type that nothing has read is a 415.',
    page: 'docs/lifecycle.md#bodies-and-queries',
    at: REQUEST,
    explains: (difference, plan) =>
      (has(plan, 'bodyParser: false', 'useBodyParser', 'express.text', 'parser of JSON') &&
        responses(
          (_plain, route) => route.status === 415 || (has(plan, 'filter') && route.status >= 400),
        )(difference)) ||
      (difference.sent?.is === 'unreadable' &&
        responses((plain, route) => plain.status < 400 && route.status === 415)(difference)),
  },
  {
    name: 'body of other types of JSON',
    reason:
      'The parser of JSON reads types that end in +json; a method without arguments gets any body.',
    page: 'docs/lifecycle.md#bodies-and-queries',
    at: REQUEST,
    explains: (difference, plan) =>
      difference.sent?.is === 'unreadable' &&
      (difference.sent.headers.some(([, value]) => value === 'application/vnd.api+json') ||
        responses((plain, route) => plain.status === 415 && route.status < 400)(difference) ||
        // A filter gets the 415, and responds.
        (has(plan, 'filter') &&
          difference.sent.headers.some(([, value]) => value === 'application/xml') &&
          responses((plain, route) => plain.status >= 400 && route.status < 400)(difference))),
  },
  {
    name: 'body of GET',
    isRare: true,
    reason: 'A route does not read the body of a GET or a HEAD, and has no errors of it.',
    page: 'docs/limits.md#differences-from-wordpress',
    at: REQUEST,
    explains: (difference) =>
      difference.sent?.is === 'unreadable' &&
      ['GET', 'HEAD'].includes(difference.sent.method) &&
      responses((plain, route) => plain.status >= 400 && route.status < 400)(difference),
  },
  {
    name: 'invalid arguments before interceptors',
    reason: 'Arguments are validated before interceptors run.',
    page: 'docs/lifecycle.md#steps',
    at: REQUEST,
    explains: (difference, plan) => isInvalid(difference) && has(plan, ...INTERCEPTORS),
  },
  {
    name: 'errors of invalid arguments',
    reason: 'An error of the type of a property comes before those of its rules.',
    page: 'docs/value-classes.md#existing-dtos',
    at: CONTENT,
    explains: (difference) =>
      isInvalid(difference) &&
      responses((plain, route) => plain.status >= 400 && plain.status === route.status)(difference),
  },
  {
    name: 'invalid arguments of the application before interceptors',
    reason:
      'Arguments are validated before interceptors run, also if the application has made them invalid.',
    page: 'docs/lifecycle.md#steps',
    at: REQUEST,
    parts: [
      'guard that changes',
      'middleware that changes',
      'middleware that reads',
      'reader of the body',
      'parser of JSON',
      'hook',
      'preValidation',
      'preHandler',
      'sanitize',
      'express',
      'useBodyParser',
    ],
    explains: (difference, plan) =>
      isFor(difference, '/validated') &&
      responses((_plain, route) => route.status >= 400)(difference) &&
      (has(plan, 'interceptor') ||
        responses((plain, route) => plain.status >= 400 && route.status === 400)(difference)),
  },
  {
    name: 'counts of requests with an error of the body',
    isRare: true,
    reason: 'The guards run before an error of the body is reported.',
    page: 'docs/lifecycle.md#bodies-and-queries',
    at: / header (?:x-(?:ratelimit-\w+|calls)|set-cookie)$| session$/,
    explains: ({ at, sent }, plan) =>
      (sent?.is !== undefined || hasFormWithoutParser(plan) || hasLimitedForm(plan)) &&
      (at.includes(' header x-') || has(plan, 'express-session', '@fastify/session')),
  },
  {
    name: 'typed placeholders',
    reason: 'A path whose id: int has other characters than digits is a 404.',
    page: 'docs/routing.md',
    at: REQUEST,
    explains: (difference) =>
      isFor(difference, '/values/numbers/') &&
      (/\/numbers\/7[^?]/.test(difference.sent?.path ?? '') ||
        responses((_plain, route) => route.status === 404)(difference)),
  },
  {
    name: 'forms without a parser',
    reason: 'The library reads forms that no parser of forms reads, also if another parser has.',
    page: 'docs/lifecycle.md#bodies-and-queries',
    at: REQUEST,
    parts: OTHER_PARSERS,
    explains: isForm,
  },
  {
    name: 'line for a response that an interceptor has sent',
    reason: 'Nest sends the result once more, and logs the error of this.',
    page: 'docs/lifecycle.md#what-the-application-does-to-responses',
    at: /^(?:lines|end)$/,
    adapter: 'express',
    parts: ['interceptor that responds'],
    explains: ({ plain, route }) => route === '' && plain.includes('headers after they are sent'),
  },
  {
    name: 'converted values',
    reason: 'A text is an integer or a list if the type of the property says so.',
    page: 'docs/value-classes.md#existing-dtos',
    at: REQUEST,
    explains: ({ sent }) => sent?.is === 'converted',
  },
  {
    name: 'absent properties of a DTO',
    reason: 'A property that the request leaves out is not a property of the instance.',
    page: 'docs/value-classes.md#existing-dtos',
    at: LOG,
    explains: ({ plain, route }) =>
      plain.includes('undefined') && withoutUndefined(plain) === route,
  },
  {
    name: 'pipes of arguments',
    reason: 'Arguments do not pass through pipes.',
    page: 'docs/lifecycle.md#pipes',
    at: CONTENT,
    parts: ['pipe', 'ValidationPipe'],
    explains: (difference, plan) =>
      (/ transform (?:param|query|body)$/.test(difference.at) && difference.route === NOTHING) ||
      / transform (?:param|query|body) times$/.test(difference.at) ||
      (has(plan, 'pipe that trims') && isFor(difference, '/values/created')) ||
      (has(plan, 'pipe of one request') &&
        (isFor(difference, '/values/') || isFor(difference, '/validated'))),
  },
  {
    name: 'texts, numbers and null',
    reason: 'A text that a method returns is JSON, and so are a number, a boolean and null.',
    page: 'docs/lifecycle.md#what-the-application-does-to-responses',
    at: CONTENT,
    explains: (difference) =>
      /\/values\/text|\/results\/(?:a%20null|number|boolean|not%20a%20number)/.test(
        difference.sent?.path ?? '',
      ) || isScalarAsJson(difference),
  },
  {
    name: 'media type that is not JSON',
    reason: 'Data are JSON, whatever media type the application has set.',
    page: 'docs/lifecycle.md#what-the-application-does-to-responses',
    at: CONTENT,
    explains: ({ at, plain, route, sent, outcomes }, plan) =>
      plain.includes("Content-Type doesn't match Reply body") ||
      (at.endsWith(' header content-type') &&
        has(plan, 'middleware that sets what responses have') &&
        /^"?text\/plain/.test(plain) &&
        /^"?application\/json/.test(route)) ||
      (/^log morgan\S* line line$/.test(at) &&
        plain.replace('text/plain', 'application/json') === route) ||
      // Fastify rejects the data before the hook of the application fails.
      (at.startsWith('log hooks') &&
        has(plan, 'middleware that sets what responses have') &&
        wants({ sent }, 'onSend that fails')) ||
      (isReceived(outcomes?.plain) &&
        (outcomes.plain.body.includes('payload of invalid type') ||
          // A HEAD or a filter does not show this text, and @fastify/compress fails before.
          ((sent?.method === 'HEAD' || has(plan, 'filter', '@fastify/compress')) &&
            plan.adapter === 'fastify' &&
            outcomes.plain.status >= 400 &&
            isReceived(outcomes.route) &&
            outcomes.route.status < 400 &&
            has(plan, 'middleware that sets what responses have')))),
  },
  {
    name: 'JSON without a body',
    isRare: true,
    reason: 'A request that states a media type and has no body has no arguments.',
    page: 'docs/lifecycle.md#bodies-and-queries',
    at: REQUEST,
    adapter: 'fastify',
    explains: ({ sent }) => sent?.is === 'unreadable' && sent.body?.length === 0,
  },
  {
    name: 'stream that fails at once',
    reason: 'A stream that fails before its first byte is a logged 500.',
    page: 'docs/security.md',
    at: REQUEST,
    explains: (difference, plan) =>
      isFor(difference, '/failing%20file') ||
      // Another interceptor has kept the file, whose stream was sent.
      (has(plan, 'interceptor that returns a file') &&
        (difference.plain.startsWith('no response: HTTP/1.1 200') ||
          difference.route.includes('The stream was destroyed before it was sent'))),
  },
  {
    name: 'data of a RestResponse',
    reason: 'Interceptors see the data of a RestResponse; one that replaces it loses the rest.',
    page: 'docs/lifecycle.md#plain-controllers-and-other-parts',
    at: REQUEST,
    explains: (difference, plan) =>
      isFor(difference, '/values/moved') ||
      // Middleware may have made the path this one.
      (wants(difference, 'middleware that changes the URL') &&
        isFor(difference, '/values/') &&
        responses(
          (plain, route) =>
            plain.status === 302 &&
            // The cache of Nest has the result of the URL of the client.
            (route.status === 302 || has(plan, '@nestjs/cache-manager')),
        )(difference)) ||
      (isFor(difference, '/values/created') &&
        (difference.at.endsWith('header x-made') ||
          has(plan, 'interceptor', '@nestjs/cache-manager', '@HttpCode'))),
  },
  {
    name: 'body before the query',
    isRare: true,
    reason: 'An argument that the body does not have is that of the query.',
    page: 'docs/arguments.md#sources',
    at: CONTENT,
    parts: ['guard that changes the request'],
    explains: (difference) =>
      isFor(difference, '/values/created') && wants(difference, 'guard that changes the request'),
  },
  {
    name: 'rejection of a filter',
    reason: 'Nest does not wait for an asynchronous filter that rejects, and never responds.',
    page: 'docs/lifecycle.md#plain-controllers-and-other-parts',
    at: /^(?:response$|log |lines$|left$)/,
    parts: ['filter that rejects'],
    explains: ({ outcomes }) => !isReceived(outcomes?.plain) && isReceived(outcomes?.route),
  },
  {
    name: 'limits of rates on Fastify',
    reason: 'An error of a hook with the status 429 is a 429.',
    page: 'docs/lifecycle.md',
    at: CONTENT,
    adapter: 'fastify',
    explains: ({ at, route, outcomes }) =>
      (at === 'lines' && route.includes('A hook responded with 429.')) ||
      (isReceived(outcomes?.route) && outcomes.route.status === 429),
  },
];

const isAt = ({ sent }: Difference, path: string): boolean =>
  sent?.path.split('?')[0]?.endsWith(path) === true;

/** Whether a request wants what a part does only for some. */
const wants = (
  { sent }: { readonly sent?: Difference['sent'] | undefined },
  ...names: readonly string[]
): boolean =>
  sent?.headers.some(
    ([name, value]) => name === 'X-Meant' && names.some((one) => value.includes(one)),
  ) === true;

/** Interceptors after which the application may have sent two responses. */
const TWICE = [
  'interceptor that responds',
  'interceptor that calls the handler twice',
  'interceptor that tries again',
] as const;

/** What the page of limits lists. */
const SMALL: readonly Known[] = [
  {
    name: 'parameters before the route on Fastify',
    reason: 'Hooks that run before the handler find the path in params, not its placeholders.',
    page: PAGE,
    at: /^log .* params$/,
    adapter: 'fastify',
    explains: ({ route }) => route.includes('{*:'),
  },
  {
    name: 'objects of forms',
    reason: 'The object of a form has no prototype.',
    page: PAGE,
    at: LOG,
    adapter: 'express',
    explains: ({ plain, route }) =>
      plain.replaceAll('null {', '{') === route.replaceAll('null {', '{'),
  },
  {
    name: 'repeated names',
    reason: 'Of a name that a form or a query repeats without brackets, the last value counts.',
    page: PAGE,
    at: CONTENT,
    explains: ({ sent }) =>
      sent?.body?.toString() === 'a=1&a=2' || sent?.path.includes('a=1&a=2') === true,
  },
  {
    name: 'repeated names of middleware',
    isRare: true,
    reason: 'Of a name that middleware repeats in the URL, the last value counts.',
    page: PAGE,
    at: CONTENT,
    adapter: 'express',
    explains: (difference) =>
      wants(difference, 'middleware that changes the URL') &&
      /[?&]a=/.test(difference.sent?.path ?? ''),
  },
  {
    name: 'empty observable',
    reason: 'An observable without a value is a 204.',
    page: PAGE,
    at: REQUEST,
    explains: (difference) => isAt(difference, '/empty%20observable'),
  },
  {
    name: 'values of an observable',
    isRare: true,
    reason: 'Interceptors get the last value of an observable of the method.',
    page: PAGE,
    at: /^log interceptor|^response (?:body|header (?:content-length|etag))$/,
    explains: (difference) =>
      isAt(difference, '/observable%20of%20two') &&
      (difference.at.startsWith('log ') || wants(difference, 'interceptor that responds')),
  },
  {
    name: 'exception below 400',
    reason: 'An HttpException with a status below 400 is a 500.',
    page: PAGE,
    at: REQUEST,
    explains: (difference) => isAt(difference, '/status%20below%20400'),
  },
  {
    name: 'lines of errors with a status',
    reason: 'Errors of http-errors that are for the client are not logged.',
    page: PAGE,
    at: LINES,
    explains: (difference) => isAt(difference, '/error%20with%20a%20status'),
  },
  {
    name: 'media type of an error on Nest 11',
    isRare: true,
    reason: 'Nest 11 replaces each other media type on errors, also one of JSON.',
    page: PAGE,
    at: / header content-type$/,
    nest: '11',
    explains: ({ plain, route }) =>
      plain.includes('application/json') && route.includes('application/vnd.acme+json'),
  },
  {
    name: 'stream of a file on Nest 11',
    isRare: true,
    reason: 'A stream in object mode is checked, as by Nest 12.',
    page: PAGE,
    at: / payload$/,
    adapter: 'fastify',
    nest: '11',
    explains: ({ plain, route }) => plain === 'Readable' && route === 'Transform',
  },
  {
    name: 'lines of a verify on Nest 11',
    isRare: true,
    reason: 'Nest 11 logs the error of a verify that is for the client.',
    page: PAGE,
    at: LINES,
    adapter: 'express',
    nest: '11',
    parts: ['useBodyParser of JSON', 'express.json'],
    explains: ({ plain, route }) => plain.includes('of verify') && route === '',
  },
  {
    name: 'compressed 404 on Fastify',
    isRare: true,
    reason: '@fastify/compress has a hook for each route, and none for the 404 of Fastify.',
    page: PAGE,
    at: /^(?:response (?:body|header (?:content-(?:encoding|length)|vary|x-sent))|log .* (?:payload|header .*))$/,
    adapter: 'fastify',
    parts: ['@fastify/compress'],
    explains: responses(
      (plain, route) =>
        plain.status === 404 &&
        route.status === 404 &&
        plain.headers['content-encoding'] === undefined &&
        route.headers['content-encoding'] !== undefined,
    ),
  },
  {
    name: 'error after the response',
    isRare: true,
    reason: 'An error after the response, or after next(error), is in the log.',
    page: PAGE,
    at: /^(?:log |lines$|response )/,
    parts: ['interceptor', 'filter'],
    explains: (difference, plan) =>
      isFor(difference, '/responses/next')
        ? difference.at === 'lines' ||
          / catch(?: status)?$/.test(difference.at) ||
          (difference.at.startsWith('log wrapped res.json') &&
            difference.plain === NOTHING &&
            has(plan, 'filter that replies by the adapter')) ||
          (difference.at.startsWith('response header') &&
            has(plan, 'interceptor that sets headers')) ||
          // The filters of a route are asynchronous: its interceptors find a response that is not sent yet.
          (/^log (?:interceptor .* (?:status|sent|header .*)|wrapped writeHead\S* writeHead)$/.test(
            difference.at,
          ) &&
            has(plan, 'filter') &&
            isFor(difference, '/responses/next/late')) ||
          // After next(error), Express has no placeholders for the second call.
          has(plan, 'interceptor that calls the handler twice', 'interceptor that tries again')
        : isFor(difference, '/responses/own') &&
          difference.at === 'lines' &&
          difference.route.includes('Cannot set headers after they are sent'),
  },
  {
    name: 'calls of res.status',
    reason: 'A wrapper of res.status is called once, before the response is sent.',
    page: PAGE,
    at: /^log wrapped res\.status/,
    adapter: 'express',
    parts: ['wrapped res.status'],
  },
  {
    name: 'response that the application has sent',
    reason: 'Nest sends the result or the denial once more, and has the error of that.',
    page: PAGE,
    at: /^(?:log |lines$)/,
    explains: (difference) =>
      wants(difference, 'guard that responds', 'interceptor that responds') ||
      (difference.at.startsWith('log wrapped end') && isFor(difference, '/responses/')),
  },
  {
    name: 'second response that ends the connection',
    isRare: true,
    reason: 'Nest sends the result or the denial once more, which may end the connection.',
    page: PAGE,
    at: /^(?:response$|log |lines$)/,
    adapter: 'express',
    parts: ['guard that responds', 'interceptor that responds'],
    // Also for those that were sent at once.
    explains: (difference, { requests }) =>
      !isReceived(difference.outcomes?.plain) &&
      isReceived(difference.outcomes?.route) &&
      (requests[difference.step ?? -1] ?? []).some((sent) =>
        wants({ ...difference, sent }, 'guard that responds', 'interceptor that responds'),
      ),
  },
  {
    name: 'file after a response',
    isRare: true,
    reason: 'Nest writes the file of an interceptor into the response that another one has sent.',
    page: PAGE,
    at: /^(?:response body|outcomes)$/,
    adapter: 'express',
    parts: ['interceptor that responds'],
    explains: (difference) =>
      wants(difference, 'interceptor that responds') &&
      wants(difference, 'interceptor that returns a file'),
  },
  {
    name: 'HEAD of an error under another media type',
    isRare: true,
    reason:
      'Fastify does not send the data of a filter under a type that is not JSON: the filter gets this error.',
    page: PAGE,
    at: /^(?:response header content-type|log filter .* catch)$/,
    adapter: 'fastify',
    parts: ['filter'],
    explains: ({ at, route, sent }, plan) =>
      sent?.method === 'HEAD' &&
      has(plan, 'middleware that sets what responses have') &&
      (at.startsWith('response') || route.includes('payload of invalid type')),
  },
  {
    name: 'file that an interceptor keeps',
    isRare: true,
    reason: 'The library handles the errors of the stream of a file, which the file says.',
    page: 'docs/security.md',
    at: / hit value$/,
    parts: ['interceptor that caches'],
    explains: ({ plain, route }) =>
      plain === route.replace('handleError: function ,', 'handleError: function handleError,'),
  },
  {
    name: 'two responses of the application on Fastify',
    isRare: true,
    reason: 'If hooks have still to run for the first response, the second may take its place.',
    page: PAGE,
    at: /^response (?:status|body|header .*)$/,
    adapter: 'fastify',
    parts: TWICE,
    explains: (difference) =>
      wants(difference, 'interceptor that responds') ||
      (wants(difference, ...TWICE) && isFor(difference, '/responses/')),
  },
  {
    name: 'response that a guard has sent on Fastify',
    isRare: true,
    reason: 'If a hook has still to run for it, the denial of the guard takes its place.',
    page: PAGE,
    at: /^response (?:status|body|header (?:content-(?:type|length)|retry-after))$/,
    adapter: 'fastify',
    parts: ['guard that responds'],
    explains: (difference, plan) =>
      wants(difference, 'guard that responds') &&
      responses(
        (plain, route) =>
          plain.status === 429 &&
          (route.status === 403 || (has(plan, 'filter') && route.status >= 400)),
      )(difference),
  },
  {
    name: 'serializer that fails for errors too',
    reason: 'A response that fails once more is a 500 without content.',
    page: 'docs/lifecycle.md#what-the-application-does-to-responses',
    at: REQUEST,
    adapter: 'fastify',
    parts: ['serializer that fails'],
    explains: (difference) =>
      difference.at === 'lines' || responses((_plain, route) => route.status === 500)(difference),
  },
  {
    name: 'hook that fails on a response',
    isRare: true,
    reason: 'The filters of the route get the error of a hook that fails on its response.',
    page: 'docs/lifecycle.md#what-the-application-does-to-responses',
    at: CONTENT,
    adapter: 'fastify',
    // Data that cannot be cloned make the last one fail.
    parts: [
      'onSend that fails',
      'preSerialization that fails',
      'preSerialization that replaces data',
    ],
    explains: (difference, plan) =>
      has(plan, 'filter') &&
      // Of a client that has left, there is no response to compare.
      (difference.at === 'lines' && difference.sent?.abort !== undefined
        ? difference.plain.includes('Error: "of ') && difference.route === ''
        : responses((plain) => plain.status === 500)(difference)),
  },
  {
    name: 'disposition of an error on Fastify',
    isRare: true,
    reason: 'An error does not have the Content-Disposition of the file that it replaces.',
    page: PAGE,
    at: / (?:header content-disposition|writeHead args)$/,
    adapter: 'fastify',
    parts: ['onSend that fails'],
    explains: (difference) =>
      difference.plain.includes('attachment') &&
      !difference.route.includes('attachment') &&
      responses((plain, route) => plain.status === 500 && route.status >= 400)(difference),
  },
  {
    name: 'status of an error in place of a response on Fastify',
    isRare: true,
    reason: 'The error of a response that fails has its own status, not that of the response.',
    page: PAGE,
    at: /^response status$/,
    adapter: 'fastify',
    parts: ['onSend that fails'],
    explains: responses(
      (plain, route) =>
        plain.status < 400 &&
        plain.body.includes('"statusCode":500') &&
        route.status === 500 &&
        plain.body.equals(route.body),
    ),
  },
  {
    name: 'exposed headers of an error in place of a response on Fastify',
    isRare: true,
    reason: 'A header that hooks and the route have set goes with the response that fails.',
    page: PAGE,
    at: /^response header access-control-expose-headers$/,
    adapter: 'fastify',
    parts: ['onSend that fails', 'preSerialization that fails'],
    explains: (difference) =>
      difference.route === NOTHING &&
      responses((plain, route) => plain.status === 500 && route.status >= 400)(difference),
  },
  {
    name: 'media type of an error of a filter on Fastify',
    isRare: true,
    reason: 'The media type of @Header stays, which Fastify removes before its error handlers.',
    page: PAGE,
    at: / header content-type$/,
    adapter: 'fastify',
    parts: ['filter that throws'],
    explains: ({ plain, route }, plan) =>
      has(plan, '@Header') &&
      plain.includes('application/json') &&
      route.includes('application/vnd.acme+json'),
  },
  {
    name: 'data that express-interceptor reads',
    isRare: true,
    reason: 'Data are JSON, whatever media type the application has set, so it reads them.',
    page: 'docs/lifecycle.md#what-the-application-does-to-responses',
    at: /^response header (?:transfer-encoding|content-length)$/,
    adapter: 'express',
    parts: ['express-interceptor'],
    explains: responses((plain, route) => isTyped(plain, 'text/plain') && isJson(route)),
  },
  {
    name: 'responses of an error that is passed on and of an interceptor',
    isRare: true,
    reason:
      'After next(error), either the response of an interceptor leaves, or that of the error.',
    page: PAGE,
    at: /^response /,
    adapter: 'express',
    parts: ['interceptor that responds'],
    explains: (difference, plan) =>
      isFor(difference, '/responses/next') &&
      wants(difference, 'interceptor that responds') &&
      has(plan, 'filter'),
  },
  {
    name: 'rejection of an asynchronous wrapper',
    isRare: true,
    reason: 'A route responds also if a wrapper rejects later, of which Nest hears nothing.',
    page: PAGE,
    at: /^response$/,
    adapter: 'express',
    parts: ['wrapped res.json that waits'],
    explains: ({ plain, outcomes }) => plain === 'no response: ' && isReceived(outcomes?.route),
  },
  {
    name: 'serializer of a 404 on Fastify',
    isRare: true,
    reason: 'setReplySerializer writes the 404 of a path below the prefix, unlike that of Fastify.',
    page: PAGE,
    at: /^(?:response (?:body|header content-length)|log .* (?:payload|header content-length))$/,
    adapter: 'fastify',
    parts: ['serializer of replies'],
    explains: responses(
      (plain, route) =>
        plain.status === route.status && contentOf(route) === `{"serialized":${contentOf(plain)}}`,
    ),
  },
  {
    name: 'preHandler of a 404 on Fastify',
    reason: 'The hook preHandler runs twice if no route has the path and the method.',
    page: PAGE,
    at: LOG,
    adapter: 'fastify',
    explains: ({ plain, route, outcomes }) =>
      [plain, route].some((one) => /params: "null \{\*: .*times: "2"/.test(one)),
  },
  {
    name: 'hijacked 404 on Fastify',
    isRare: true,
    reason: 'Beside routes, preHandler runs for the 404 of a plain path whose body cannot be read.',
    page: PAGE,
    at: REQUEST,
    adapter: 'fastify',
    parts: ['hook that hijacks'],
    explains: (difference, { setup }) =>
      setup.hasBoth &&
      difference.sent?.is === 'unreadable' &&
      wants(difference, 'hook that hijacks') &&
      responses((plain, route) => plain.body.toString() === 'hijacked' && route.status === 404)(
        difference,
      ),
  },
  {
    name: 'malformed URL',
    reason: 'A path or a query with malformed percent-encoding is a 400 of the library.',
    page: PAGE,
    at: REQUEST,
    explains: (difference) => difference.sent?.path.includes('%zz') === true,
  },
  {
    name: 'entity tag of an error',
    isRare: true,
    reason: 'An error does not have the entity tag that the application has set for the result.',
    page: PAGE,
    // Express makes bytes of a body for whose entity tag it needs them.
    at: / (?:header etag|end types)$/,
    explains: ({ outcomes }) =>
      isReceived(outcomes?.route) &&
      isReceived(outcomes.plain) &&
      outcomes.route.status >= 400 &&
      outcomes.route.status === outcomes.plain.status,
  },
  {
    name: 'path of a plain controller',
    isRare: true,
    reason: 'A plain controller gets the requests of its path, whatever route has it too.',
    page: PAGE,
    at: REQUEST,
    parts: ['plain controller beside', '@nestjs/terminus'],
    explains: (difference) =>
      isFor(difference, '/items/beside') || isFor(difference, '/items/health'),
  },
  {
    name: 'wrapper that fails in the middle',
    isRare: true,
    reason: 'If a wrapper fails once a response has begun, the connection is closed.',
    page: PAGE,
    at: /^(?:response|log .*|lines)$/,
    adapter: 'express',
    parts: ['express-interceptor'],
    explains: ({ plain, route, outcomes }, plan) =>
      has(plan, 'compression', 'express-session') &&
      ([plain, route].some((one) => one.includes('Cannot remove headers after they are sent')) ||
        !isReceived(outcomes?.plain) ||
        !isReceived(outcomes.route)),
  },
  {
    name: 'calls of a function of @Header',
    isRare: true,
    reason: 'A request that is known to differ has called it before, or has not.',
    page: PAGE,
    at: / (?:header x-calls|writeHead args)$/,
    parts: ['@Header with a function'],
    explains: ({ at, plain, route }) =>
      at.endsWith(' args')
        ? headersOf(withoutNumber(plain)) === headersOf(withoutNumber(route))
        : /^"?\d+"?$/.test(plain) && /^"?\d+"?$/.test(route),
  },
  {
    name: 'exposeHeadRoutes',
    isRare: true,
    reason: 'A route with GET serves HEAD, whatever Fastify does for its own.',
    page: PAGE,
    at: REQUEST,
    adapter: 'fastify',
    parts: ['settings of Fastify'],
    explains: (difference) =>
      difference.sent?.method === 'HEAD' && responses((plain) => plain.status === 404)(difference),
  },
  {
    name: 'calls after a HEAD',
    isRare: true,
    reason:
      'With exposeHeadRoutes: false, a HEAD has called the route, and not the plain controller.',
    page: PAGE,
    at: /^(?:response (?:body|header content-length)|log .* (?:payload|value|result|args|data))$/,
    adapter: 'fastify',
    parts: ['settings of Fastify'],
    explains: (difference, { requests }) =>
      isFor(difference, '/scoped') &&
      requests.flat().some(({ method }) => method === 'HEAD') &&
      withoutCalls(difference.plain) === withoutCalls(difference.route),
  },
  {
    name: 'HEAD of a stream',
    isRare: true,
    reason: 'A HEAD of a stream does not open it, and is a 304 for If-None-Match: * on Express.',
    page: PAGE,
    at: /^(?:response|log |lines$)/,
    adapter: 'express',
    explains: (difference) =>
      difference.sent?.method === 'HEAD' &&
      isFor(difference, 'file') &&
      (difference.at.startsWith('log wrapped res.send') ||
        responses((plain, route) => plain.status === 200 && route.status === 304)(difference)),
  },
  {
    name: 'HEAD on Fastify',
    isRare: true,
    reason: 'Hooks and the response of Node get the text of a HEAD.',
    page: PAGE,
    at: /^(?:log |response header (?:content-(?:length|encoding)|vary|x-sent)$)/,
    adapter: 'fastify',
    explains: ({ sent, at }, plan) =>
      sent?.method === 'HEAD' &&
      (/ (?:payload|args|types|data|header (?:content-length|content-type|x-sent))$/.test(at) ||
        (at === 'response header x-sent' && has(plan, 'hooks with callbacks')) ||
        // The headers of a stream are on the response before writeHead.
        (at.startsWith('log wrapped writeHead') && has(plan, 'onSend that streams')) ||
        has(plan, '@fastify/compress')),
  },
  {
    name: 'URL at the end on Express',
    reason:
      'At the end of a response, request.url and request.params may be those of another layer.',
    page: PAGE,
    at: /^log .* (?:finish|close|later|~?end|headers|writeHead|observed|time|after) (?:url|params)$/,
    adapter: 'express',
  },
  {
    name: 'parameters of a second filter on Express',
    isRare: true,
    reason: 'A filter that gets the error of another one finds the placeholders of the route.',
    page: PAGE,
    at: / params$/,
    adapter: 'express',
    explains: ({ at, plain, route }, plan) =>
      (at.endsWith(' catch params') ||
        has(plan, 'filter that throws', 'filter that rejects') ||
        // It fails if the response is sent already, and gets its own error.
        (at.startsWith('log wrapped res.json') &&
          has(plan, 'filter that replies by the adapter'))) &&
      plain === '{}' &&
      route.startsWith('null {'),
  },
  {
    name: 'onError for an error of a filter',
    isRare: true,
    reason: 'The filters of the application get the error of a filter, and hooks onError do not.',
    page: PAGE,
    at: / onError$/,
    adapter: 'fastify',
    parts: ['filter that throws'],
    explains: ({ route }) => route === NOTHING,
  },
  {
    name: 'URL of a 404 on Express',
    isRare: true,
    reason: 'Beside a global prefix, request.url of a 404 is that of the layer of Nest for it.',
    page: PAGE,
    at: /^log .* (?:url|params)$/,
    adapter: 'express',
    explains: ({ at, plain, route }, { setup }) =>
      setup.mount === 'global prefix' &&
      (at.endsWith(' url')
        ? route === plain.replace(/^"/, '"/api')
        : plain.startsWith('null {path: [""') && route === '{}'),
  },
  {
    name: 'query of a 404 on Fastify',
    isRare: true,
    reason: 'The query of a path without a route is read by the querystringParser of Fastify too.',
    page: PAGE,
    at: /^log .* query$/,
    adapter: 'fastify',
    parts: ['settings of Fastify'],
    explains: ({ plain, route }) => !plain.includes('text: ') && route.startsWith('{text: '),
  },
  {
    name: 'middleware that fails without a route',
    isRare: true,
    reason: 'An error of middleware on a path without a route is a 404.',
    page: PAGE,
    at: REQUEST,
    parts: [
      'middleware',
      'hook',
      'reader',
      'error handler',
      'layer',
      'wrapped',
      'express',
      '@fastify',
    ],
    explains: (difference) =>
      (difference.at.endsWith(' catch error') &&
        difference.route.startsWith('NotFoundException')) ||
      // Of a client that has left, there is no response to compare.
      (difference.at === 'lines' &&
        difference.sent?.abort !== undefined &&
        difference.plain.includes('of middleware') &&
        difference.route === '') ||
      responses(
        (plain, route) => plain.status >= 400 && plain.status !== 404 && route.status === 404,
      )(difference),
  },
  {
    name: 'cookie of @Header',
    isRare: true,
    reason: 'A cookie of @Header comes after those that the method sets.',
    page: PAGE,
    at: / header set-cookie$/,
    parts: ['@Header'],
    explains: ({ plain, route }) => sortedText(plain) === sortedText(route),
  },
  {
    name: 'limits of the names of forms on Express',
    isRare: true,
    reason: 'The limits of the library hold for the names of a form.',
    page: PAGE,
    at: CONTENT,
    adapter: 'express',
    parts: ['useBodyParser of forms'],
    explains: (difference) =>
      isForm(difference) && responses((plain) => plain.status >= 400)(difference),
  },
  {
    name: 'counts of requests that are known to differ',
    isRare: true,
    reason:
      'Guards count OPTIONS, and do not count a path whose id: int has other characters, which is a 404.',
    page: 'docs/routing.md',
    at: REQUEST,
    parts: ['@nestjs/throttler'],
    explains: (difference, { shapes, requests }) =>
      (shapes.some(({ name }) => name === 'values') ||
        requests.flat().some(({ method }) => method === 'OPTIONS')) &&
      (/ header x-ratelimit-\w+$/.test(difference.at) ||
        responses((plain, route) => (plain.status === 429) !== (route.status === 429))(difference)),
  },
  {
    name: 'cached result of a path that is known to differ',
    isRare: true,
    reason:
      'A path whose id: int has other characters is a 404, so that the cache of Nest keeps no result of it for the URL of the client.',
    page: PAGE,
    at: /^response (?:body|header (?:x-cache|content-(?:length|encoding)|etag))$/,
    adapter: 'express',
    parts: ['@nestjs/cache-manager'],
    explains: (difference, plan) =>
      has(plan, 'middleware that changes the URL') &&
      isFor(difference, '/values/numbers/') &&
      responses(
        (plain, route) =>
          plain.headers['x-cache']?.join() === 'HIT' && route.headers['x-cache']?.join() === 'MISS',
      )(difference),
  },
  {
    name: 'status before the method',
    isRare: true,
    reason: 'Invalid arguments are an error before the status of @HttpCode is on the response.',
    page: PAGE,
    at: / catch status$/,
    explains: ({ plain, route }) => /^2\d\d$/.test(plain) && route === '200',
  },
];

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: (body) => brotliDecompressSync(body),
  gzip: (body) => gunzipSync(body),
  deflate: (body) => inflateSync(body),
};

/** The text of a body, without the coding of `@fastify/compress`. */
function contentOf({ headers, body }: Received): string {
  const decode = DECODERS[headers['content-encoding']?.join() ?? ''];
  return (decode === undefined ? body : decode(body)).toString();
}

/** The major that is installed in the folder of the project, where a worker runs. */
const [NEST] = (
  JSON.parse(readFileSync('node_modules/@nestjs/core/package.json', 'utf8')) as {
    readonly version: string;
  }
).version.split('.');

export const KNOWN: readonly Known[] = [...BY_DESIGN, ...SMALL].filter(
  ({ nest = NEST }) => nest === NEST,
);

/** The entry of the list that explains a difference. */
export function knownOf(difference: Difference, plan: Plan): Known | undefined {
  return KNOWN.find(
    ({ at, adapter = plan.adapter, parts, explains = () => true }) =>
      at.test(difference.at) &&
      adapter === plan.adapter &&
      (parts === undefined || has(plan, ...parts)) &&
      explains(difference, plan),
  );
}

/** Each once, in the order of their texts, without those that have a text. */
const linesWithout = (lines: string, text: string): string => {
  const all = new Set(lines.split('\n').filter((line) => line !== '' && !line.includes(text)));
  return [...all].sort().join('\n');
};

/** The headers in arguments of `writeHead`, in the order of their names, without those that a route adds. */
function headersOf(args: string): string {
  return args
    .replace(/\bvary: "[^"]*"(?:, )?/, '')
    .replace(/, (?=\})/, '')
    .split(/, (?=[\w-]+: )|[{}]/)
    .filter((one) => !/^(?:allow|cache-control|access-control-expose-headers): /.test(one))
    .sort()
    .join();
}

/** A place of the library, or that of Nest. */
function withoutContext(lines: string): string {
  return lines.replaceAll(/ "(?:RestModule|\w+\.\w+ \([A-Z]+ [^"]*\))"$/gm, ' "ExceptionsHandler"');
}

function withoutUndefined(text: string): string {
  return text.replaceAll(
    /, \w+: undefined(?=[,}])|\w+: undefined, |(?<=\{)\w+: undefined(?=\})/g,
    '',
  );
}

const withoutNumber = (args: string): string => args.replace(/(?<=\bx-calls: )"\d+"/, '');

const withoutCalls = (text: string): string =>
  text.replaceAll(/calls(\\*"|): ?\d+/g, 'calls').replace(/^\d+$/, '');

const sortedText = (list: string): string =>
  list
    .split(/[\s,[\]|]+/)
    .sort()
    .join();
