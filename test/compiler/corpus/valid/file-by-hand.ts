import {
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    @Param({ name: 'cover', type: UploadedFile, nullable: true, default: null }) cover: any,
    @ListOf(UploadedFile) pages: any,
  ) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        { name: 'cover', type: { kind: 'opaque', text: 'any' } },
        { name: 'pages', type: { kind: 'array', items: { kind: 'opaque', text: 'any' } } },
      ],
    },
  },
};
