import type { PropertySchema, ValueSchema } from '../../../schema/vocabulary.js';

/** One link of `_links`. */
export const LINK: ValueSchema = {
  type: 'object',
  properties: {
    href: { type: 'string', required: true, description: 'A URL, or a template of URLs.' },
    embeddable: { type: 'boolean', description: 'Whether `_embed` fetches the resource.' },
    title: { type: 'string' },
  },
  additionalProperties: true,
};

/** The `_links` of a `Linked` object, which it has where there are some. */
export const LINKS: PropertySchema = {
  type: 'object',
  description: 'Links by relation.',
  additionalProperties: { type: 'array', items: LINK },
};

/** The name of an object with its links. */
export function linkedName(name: string): string {
  return `Linked${name}`;
}
