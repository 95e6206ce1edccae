// One media type for each body: with several, the fetch client of orval sends JSON without its type.
const override = { contentType: { exclude: ['application/x-www-form-urlencoded'] } };
const input = './openapi.json';

export default {
  axios: { input, output: { target: './orval-axios.ts', client: 'axios-functions', override } },
  fetch: {
    input,
    output: { target: './orval-fetch.ts', client: 'fetch', baseUrl: process.env.API, override },
  },
};
