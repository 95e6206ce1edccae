import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { appendLink, type ResponseHeaders } from '../../lifecycle/messages/rest-response.js';

/** A reply of Fastify, which keeps headers besides those of Node's response. */
interface HeaderReply {
  getHeader(name: string): OutgoingHttpHeader | undefined;
  removeHeader(name: string): unknown;
  header(name: string, value: string | string[]): unknown;
}

/** A response of Node, and on Fastify the reply around it. */
export interface HeaderTarget {
  readonly node: ServerResponse;
  readonly reply?: HeaderReply | undefined;
}

/** Remembers headers that are about to be set. The returned function restores them. */
export function rememberHeaders(
  { node, reply }: HeaderTarget,
  names: readonly string[],
): () => void {
  // A reply also shows the headers of its response. Most headers are new.
  const replaced = names.flatMap((name) => {
    const shown = (reply ?? node).getHeader(name);
    return shown === undefined ? NOTHING : { name, shown, ofNode: node.getHeader(name) };
  });
  return () => {
    if (node.headersSent) return;
    for (const name of names) {
      reply?.removeHeader(name);
      node.removeHeader(name);
    }
    for (const { name, shown, ofNode } of replaced) {
      if (ofNode !== undefined) node.setHeader(name, ofNode);
      if (String(shown) === String(ofNode)) continue;
      reply?.header(name, Array.isArray(shown) ? shown : String(shown));
    }
  };
}

const NOTHING: readonly never[] = [];

/**
 * Sets headers for the application to read them, beside the cookies, links and names of `Vary` that the response has
 * already. The returned function takes them back. What the application has added to them since then stays.
 */
export function showHeaders(target: HeaderTarget, headers: Readonly<ResponseHeaders>): () => void {
  if (target.node.headersSent) return () => undefined;
  const shown = Object.entries(headers).map(([name, value]) => showHeader(target, name, value));
  return () => {
    for (const hide of shown.splice(0)) hide();
  };
}

function showHeader(
  target: HeaderTarget,
  name: string,
  value: string | readonly string[],
): () => void {
  const restore = rememberHeaders(target, [name]);
  const before = linesOf(target, name);
  const own = [value].flat();
  const all = name === 'set-cookie' ? [...before, ...own] : own;
  const isList = name === 'link' || name === 'vary';
  const text = isList ? [...before, ...own].join(', ') : undefined;
  setHeader(target, name, text ?? [...all]);
  const shown = String(text ?? all);
  return () => {
    const now = linesOf(target, name);
    if (String(now) === shown) return restore();
    if (target.node.headersSent) return;
    if (name === 'set-cookie') {
      const others = now.filter((line) => !own.includes(line));
      if (others.length > 0) setHeader(target, name, others);
      else (target.reply ?? target.node).removeHeader(name);
    } else if (text !== undefined && String(now).startsWith(`${text}, `)) {
      const added = String(now).slice(text.length + 2);
      setHeader(target, name, appendLink(before.length === 0 ? undefined : [...before], added));
    }
  };
}

function linesOf({ node, reply }: HeaderTarget, name: string): readonly string[] {
  const value = reply?.getHeader(name) ?? node.getHeader(name);
  const all = [value ?? []].flat().map(String);
  if (reply === undefined || name !== 'set-cookie') return all;
  // Middleware adds cookies to the response of Node, and both are sent.
  return [...new Set([...[node.getHeader(name) ?? []].flat().map(String), ...all])];
}

function setHeader({ node, reply }: HeaderTarget, name: string, value: string | string[]): void {
  const one = Array.isArray(value) && value.length === 1 ? (value[0] ?? '') : value;
  if (reply === undefined) node.setHeader(name, one);
  // Fastify adds to this header, and replaces all others.
  else {
    if (name === 'set-cookie') reply.removeHeader(name);
    reply.header(name, one);
  }
}
