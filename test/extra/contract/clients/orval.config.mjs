const input = './openapi.json';

export default {
  axios: { input, output: { target: './orval-axios.ts', client: 'axios-functions' } },
  fetch: {
    input,
    output: { target: './orval-fetch.ts', client: 'fetch', baseUrl: process.env.API },
  },
};
