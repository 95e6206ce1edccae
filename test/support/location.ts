/** The path of a `Location` below the API of a test application, as a method states it; any other is as it is. */
export function belowApi(location: unknown): unknown {
  if (typeof location !== 'string') return location;
  return location.replace(/^(?:http:\/\/127\.0\.0\.1:\d+)?\/api(?=\/)/, '');
}
