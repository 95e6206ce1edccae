import { indexOf } from './support.js';

const text = { type: 'string' };
const context = {
  ...text,
  enum: ['view', 'edit'],
  default: 'view',
  description: 'Scope of the request; determines fields.',
};
const LIST = {
  context,
  page: { type: 'integer', default: 1, minimum: 1, description: 'Current page of the collection.' },
  per_page: { type: 'integer', default: 10, minimum: 1, maximum: 100 },
  search: text,
  after: { ...text, format: 'date-time' },
  before: { ...text, format: 'date-time' },
  dates_are_gmt: { type: 'boolean', default: false },
  exclude: { type: 'array', items: { type: 'integer' }, default: [] },
  include: { type: 'array', items: { type: 'integer' }, default: [] },
  offset: { type: 'integer' },
  order: { ...text, enum: ['asc', 'desc'], default: 'desc' },
  orderby: { ...text, enum: ['date', 'id', 'title'], default: 'date' },
};
const META = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: { type: 'integer', description: 'Meta ID.' },
      key: text,
      value: { type: 'mixed' },
    },
  },
};
const PRODUCT = {
  name: { ...text, description: 'Product name.' },
  type: { ...text, enum: ['simple', 'grouped', 'external', 'variable'], default: 'simple' },
  regular_price: text,
  date_on_sale_from: { ...text, format: 'date-time' },
  manage_stock: { type: 'boolean', default: false },
  stock_quantity: { type: 'integer' },
  dimensions: { type: 'object', properties: { length: text, width: text, height: text } },
  categories: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
  tax_status: { ...text, enum: ['taxable', 'shipping', 'none'] },
  meta_data: META,
};
const currencies = Array.from({ length: 400 }, (_, at) => `C${at}`);
const edit = ['POST', 'PUT', 'PATCH'];

const WOOCOMMERCE = indexOf('wc/v3', {
  '': [
    { methods: ['GET'], args: { namespace: { default: 'wc/v3' }, context: { default: 'view' } } },
  ],
  '/products': [
    { methods: ['GET'], args: { ...LIST, sku: text, featured: { type: 'boolean' } } },
    { methods: ['POST'], args: PRODUCT },
  ],
  '/products/(?P<id>[\\d]+)': [
    {
      methods: ['GET'],
      args: {
        id: { type: 'integer', description: 'Unique identifier for the resource.' },
        context,
      },
    },
    { methods: edit, args: { id: { type: 'integer' }, ...PRODUCT } },
    {
      methods: ['DELETE'],
      args: { id: { type: 'integer' }, force: { type: 'boolean', default: false } },
    },
  ],
  '/products/(?P<product_id>[\\d]+)/variations': [
    { methods: ['GET'], args: { product_id: { type: 'integer' }, ...LIST } },
    { methods: ['POST'], args: { product_id: { type: 'integer' }, ...PRODUCT } },
  ],
  '/products/categories': [
    { methods: ['GET'], args: { ...LIST, hide_empty: { type: 'boolean', default: false } } },
  ],
  '/products/categories/(?P<id>[\\d]+)': [{ methods: ['GET'], args: { id: { type: 'integer' } } }],
  '/products/batch': [{ methods: edit, args: PRODUCT }],
  '/orders/(?P<id>[\\d]+)/actions/send_email': [
    {
      methods: ['POST'],
      args: { currency: { ...text, enum: currencies }, email: { ...text, format: 'email' } },
    },
  ],
  '/settings/(?P<group_id>[\\w-]+)/(?P<id>[\\w-]+)': [
    { methods: ['GET'], args: { group_id: text, id: text } },
    { methods: edit, args: { group_id: text, id: text, value: { description: 'Any.' } } },
  ],
  '/data/currencies/(?P<currency>[\\w-]{3})': [{ methods: ['GET'], args: { currency: text } }],
});

const CONTACT_FORM = indexOf('contact-form-7/v1', {
  '/contact-forms': [
    { methods: ['GET'], args: [] },
    { methods: ['POST'], args: [] },
  ],
  '/contact-forms/(?P<id>\\d+)': [
    { methods: ['GET'], args: [] },
    { methods: edit, args: [] },
    { methods: ['DELETE'], args: [] },
  ],
  '/contact-forms/(?P<id>\\d+)/feedback': [{ methods: ['POST'], args: [] }],
  '/contact-forms/(?P<id>\\d+)/feedback/schema': [{ methods: ['GET'], args: [] }],
});

const ODD = indexOf('odd/v1', {
  '/classes/(?P<class>[a-z]+)': [
    { methods: ['GET'], args: { class: text, new: text, default: text } },
  ],
  '/things': [
    {
      methods: ['POST'],
      args: {
        'dry-run': { type: 'boolean', default: false },
        constructor: { type: 'integer' },
        class: { ...text, default: 'x' },
        await: text,
        ünïcode: { ...text, description: 'Größe — 大きさ */ @default 5 {@link x}' },
        mixed: { type: ['string', 'integer', 'null'], default: null },
        size: {
          anyOf: [
            { type: 'integer' },
            { type: 'object', properties: { width: { type: 'integer' } } },
          ],
        },
        wrong: { ...text, enum: ['a', 'b'], default: 'c' },
        list: { type: 'array', items: { ...text, minLength: 2 }, maxItems: 3, uniqueItems: true },
        map: { type: 'object', additionalProperties: { type: 'number' } },
        closed: {
          type: 'object',
          properties: { code: { ...text, pattern: '^[a-z]{2}$', required: true } },
          additionalProperties: false,
        },
        nested: {
          type: 'object',
          properties: {
            rows: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
          },
        },
        level: { type: 'integer', enum: [1, 2, 3] },
        both: { ...text, required: true, default: 'x' },
        absent: { type: ['string', 'null'], required: true, default: null },
        rows: { type: 'array', properties: { a: text }, required: true, default: [] },
        cells: { type: 'array', properties: { a: text }, maxLength: 3, default: [] },
      },
    },
  ],
  '/constructor': [{ methods: ['GET'], args: {} }],
  '/delete': [{ methods: ['POST'], args: {} }],
  '/feeds/(?P<id>[\\d]+)/?(\\?.*)?': [{ methods: ['GET'], args: {} }],
  '/x-(?P<from>\\d+)-(?P<to>\\d+)': [{ methods: ['GET'], args: {} }],
});

/** An index with the shapes that plugins have and WordPress itself has not. */
export const ODD_INDEX = {
  namespaces: ['wc/v3', 'contact-form-7/v1', 'odd/v1'],
  routes: Object.assign({}, ...[WOOCOMMERCE, CONTACT_FORM, ODD].map((one) => one.routes)) as object,
};
