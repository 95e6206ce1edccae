import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';

const both = [HttpMethod.Get, HttpMethod.Post];
const safe = [HttpMethod.Get];

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', both, new PublicAccess(), { batch: true })
  list() {}

  @RestRoute('/file', [...both], new PublicAccess())
  file(file?: UploadedFile) {
    return { name: file?.name };
  }

  @Cache({ ttl: '5m' })
  @RestRoute('/cached', safe, new PublicAccess())
  cached() {}
}

export const expected = {
  methods: {
    list: { parameters: [] },
    file: { parameters: [{ name: 'file', type: { kind: 'file' }, optional: true }] },
    cached: { parameters: [] },
  },
};
