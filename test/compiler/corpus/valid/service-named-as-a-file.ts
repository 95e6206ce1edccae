import { Injectable } from '@nestjs/common';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

/** A service of the project: its name is that of the library's class, its origin is not. */
@Injectable()
export class UploadedFile {
  store(): void {}
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(files: UploadedFile) {}
}

export const expected = {
  methods: {
    create: { parameters: [{ name: 'files', type: { kind: 'class', name: 'UploadedFile' } }] },
  },
};

export const references = () => ({ UploadedFile });
