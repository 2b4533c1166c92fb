export interface PackagesToInstall {
  /** Folder with the package.json. */
  readonly source: string;
  readonly name: string;
  readonly what: string;
  readonly say?: (text: string) => void;
}
export declare function installPackages(options: PackagesToInstall): string;
