import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
  ValueClass,
} from 'nestjs-rest-routes';

@ValueClass()
export class Page {
  image!: UploadedFile;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    book: { title: string; cover: UploadedFile },
    covers: Record<string, UploadedFile>,
    either: UploadedFile | string,
    sheets: UploadedFile[][],
    gaps: (UploadedFile | null)[],
    @Param() page: Page,
  ) {}
}

// RR1035 at 20:11
// RR1035 at 21:13
// RR1035 at 22:13
// RR1035 at 23:13
// RR1035 at 24:11
// RR1035 at 25:20
