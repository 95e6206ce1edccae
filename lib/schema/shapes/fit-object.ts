import type { Place } from './fit-place.js';
import { jsonProperties, ownProperty, setProperty } from './json-value.js';
import type { ObjectShape } from './shape.js';

/** The declared properties of an object. */
export function fitObject(shape: ObjectShape, object: object, place: Place): object {
  const given = jsonProperties(object);
  const sent: Record<string, unknown> = {};
  for (const { name, shape: inner, isOptional } of shape.properties) {
    const value = ownProperty(given, name);
    const isAbsent = isOptional && isLeftOut(value);
    setProperty(sent, name, isAbsent ? undefined : place.fit(inner, value, within(place, name)));
  }
  fitOthers(shape, given, sent, place);
  return sent;
}

/** The properties without a name of their own, and the one that is kept without being declared. */
function fitOthers(
  { properties, others }: ObjectShape,
  given: Readonly<Record<string, unknown>>,
  sent: Record<string, unknown>,
  place: Place,
): void {
  const { kept } = place;
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (isLeftOut(value) || properties.some((property) => property.name === name)) continue;
    const keptValue = kept?.name === name ? kept.keep(value) : undefined;
    if (keptValue !== undefined) sent[name] = keptValue;
    else if (others !== undefined) {
      setProperty(sent, name, place.fit(others, value, within(place, name)));
    }
  }
}

/** JSON contains no such property. */
function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === 'symbol' || typeof value === 'function';
}

function within(place: Place, name: string): Place {
  const isPlain = /^[A-Za-z_$][\w$]*$/.test(name);
  const step = isPlain ? `${place.path === '' ? '' : '.'}${name}` : `[${JSON.stringify(name)}]`;
  return { ...place, key: name, path: place.path + step };
}
