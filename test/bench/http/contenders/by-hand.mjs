// What one writes without a library of schemas.
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const INTEGER = /^-?\d+$/;

export const isInteger = (text) => INTEGER.test(text);
export const isVariant = (text) => text === 'full' || text === 'teaser';
export const isEmail = (value) => typeof value === 'string' && EMAIL.test(value);
export const areLines = (value) =>
  Array.isArray(value) && value.length > 0 && value.length <= 20 && value.every(isLine);

const isLine = (value) =>
  typeof value === 'object' &&
  value !== null &&
  typeof value.sku === 'string' &&
  value.sku.length > 0 &&
  Number.isInteger(value.qty) &&
  value.qty >= 1 &&
  value.qty <= 99;

/** Who calls may remove items. */
export const mayRemove = (user) => user?.capabilities.includes('delete_items') === true;
