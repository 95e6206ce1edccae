import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { InvalidArgument } from '../diagnostics/http-error-catalogue.js';
import { isRestException, type RestException } from '../diagnostics/rest.exception.js';
import type { RouteCaller, RouteRequest, RouteResponse } from '../routes/api-description.js';
import { isObject, MAXIMUM_LEVELS, NullRecord, type JsonObject } from '../shared/records.js';
import { PAGE_PROPERTIES, type Wrapper } from './tool-schemas.js';
import type { Tool } from './tools.js';

export interface CallSettings {
  /** The limit of a response, in bytes. */
  readonly maxBytes: number;
  /** The address at which the client reaches the application: `https://api.example.com`. */
  readonly origin: () => string;
}

/** Requests the route of a tool as a caller. Errors of the route are results too, so that models can correct their arguments. */
export async function callTool(
  tool: Tool,
  args: JsonObject,
  caller: RouteCaller,
  { maxBytes, origin }: CallSettings,
): Promise<CallToolResult> {
  const request = await requestOf(tool, args, caller);
  if (isRestException(request)) return errorOf(await caller.reject(request));
  const response = await caller.call(tool.route, { ...request, maxBytes });
  return resultOf(tool, response, () => `${origin()}${request.path}`);
}

/** The arguments as path, query and body; an error of those that no request can carry. */
async function requestOf(
  tool: Tool,
  args: JsonObject,
  caller: RouteCaller,
): Promise<Omit<RouteRequest, 'maxBytes'> | RestException> {
  const deep = Object.keys(args).find((name) => levelsOf(args[name]) > MAXIMUM_LEVELS);
  if (deep !== undefined) {
    return new InvalidArgument(deep, `has more than ${MAXIMUM_LEVELS} levels`);
  }
  const unknown = Object.keys(args).filter((name) => !tool.arguments.has(name));
  if (unknown.length > 0) return caller.errorOfUnknown(tool.route, unknown, args);
  const path = await caller.pathOf(tool.route, args);
  if (typeof path !== 'string') return path;
  const known = [...tool.arguments.values()];
  const given = known.filter((one) => !one.isFromPath && args[one.name] !== undefined);
  const content = new NullRecord<unknown>();
  for (const { name } of given) content[name] = args[name];
  if (tool.route.methods[0] === 'GET') return { path, query: content, body: undefined };
  const isEmpty = known.every(({ isFromPath }) => isFromPath);
  return { path, query: {}, body: isEmpty ? undefined : content };
}

/** Of lists and objects; counted without recursion, which a value with enough levels would break. */
function levelsOf(value: unknown): number {
  let levels = 0;
  let parts: readonly unknown[] = [value];
  while (levels <= MAXIMUM_LEVELS) {
    parts = parts.flatMap((one) => (isObject(one) ? Object.values(one) : []));
    if (parts.length === 0) break;
    levels += 1;
  }
  return levels;
}

/** @param uriOf The address of a file. */
function resultOf(tool: Tool, response: RouteResponse, uriOf: () => string): CallToolResult {
  const { status, headers, content = '' } = response;
  if (status >= REDIRECT) return errorOf(response);
  const type = String(headers['content-type'] ?? 'application/octet-stream');
  if (typeof content === 'string' && (content === '' || JSON_TYPE.test(type))) {
    return structured(tool, content, headers);
  }
  return {
    content: [typeof content === 'string' ? textOf(content) : fileOf(content, type, uriOf())],
  };
}

const REDIRECT = 300;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** An error has no structured content: clients compare that with the schema of results. */
function errorOf({ status, headers, content = '' }: RouteResponse): CallToolResult {
  const { location } = headers;
  const place = location === undefined ? '' : ` ${String(location)}`;
  const isText = typeof content === 'string' || headers['content-type'] === undefined;
  const text = isText ? Buffer.from(content).toString() : '';
  return { content: [textOf(text === '' ? `${status}${place}` : text)], isError: true };
}

function textOf(text: string): ContentBlock {
  return { type: 'text', text };
}

function fileOf(content: Uint8Array, mimeType: string, uri: string): ContentBlock {
  const blob = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString(
    'base64',
  );
  return { type: 'resource', resource: { uri, mimeType, blob } };
}

function structured(tool: Tool, text: string, headers: RouteResponse['headers']): CallToolResult {
  const data: unknown = text === '' ? null : JSON.parse(text);
  const wrapper = tool.results === undefined ? wrapperOf(data) : tool.results.wrapper;
  if (wrapper === undefined) {
    return { content: [textOf(text)], structuredContent: data as Record<string, unknown> };
  }
  if (text === '' && tool.results === undefined) return { content: [textOf('Done.')] };
  const wrapped = { [wrapper]: data, ...(wrapper === 'items' ? pageOf(headers) : {}) };
  return { content: [textOf(JSON.stringify(wrapped))], structuredContent: wrapped };
}

function wrapperOf(data: unknown): Wrapper | undefined {
  if (Array.isArray(data)) return 'items';
  return isObject(data) ? undefined : 'result';
}

function pageOf(headers: RouteResponse['headers']): Record<string, number> {
  const counts = PAGE_PROPERTIES.flatMap(([property, names]) => {
    const stated = names.flatMap((name) => headers[name] ?? [])[0];
    return stated === undefined ? [] : [[property, Number(stated)] as const];
  });
  return Object.fromEntries(counts);
}
