/** The folders whose interfaces a guest has. */
export const FOLDERS = [
  ...['url', 'encoding', 'streams', 'compression', 'WebCryptoAPI', 'dom/abort', 'dom/events'],
  ...['html/webappapis/timers', 'html/webappapis/microtask-queuing', 'html/webappapis/structured-clone'],
  ...['hr-time', 'FileAPI/blob', 'FileAPI/file', 'fetch/api/headers', 'fetch/api/request', 'fetch/api/response'],
  'console',
];

/** Why a file is not run, in the languages of the documents. */
export const NEEDS = {
  page: [
    'it needs a page: `document`, `window`, frames, `XMLHttpRequest`',
    '它需要页面：`document`、`window`、框架、`XMLHttpRequest`',
  ],
  server: [
    'it needs the server of the tests, or a request over a real network',
    '它需要测试自带的服务器，或真实的网络请求',
  ],
  worker: ['it needs workers', '它需要 worker'],
  idl: [
    '`idlharness` asks whether the global object is that of a window or of a worker',
    '`idlharness` 询问全局对象属于窗口还是 worker',
  ],
};

/** Why tests fail, in the languages of the documents. */
export const REASONS = {
  old: [
    'the standard has changed since April 2020, and guests follow the later one',
    '标准在 2020 年 4 月之后有过修改，访客遵循较新的标准',
  ],
  node: [
    'Node’s own decoders, URLs and cryptography, which do the work of guests here',
    '此处替访客工作的是 Node 自己的解码器、URL 和密码学',
  ],
  library: [
    '`web-streams-polyfill` takes a few more microtasks than the standard',
    '`web-streams-polyfill` 比标准多用几个微任务',
  ],
  closed: [
    'the prototypes of objects, arrays and texts cannot be extended in a guest',
    '在访客里不能给对象、数组和文本的原型添加属性',
  ],
  whole: ['compression answers when all of its input has come', '压缩要等全部输入到齐才给出结果'],
  cors: ['a guest has no CORS, so nothing enforces `no-cors`', '访客没有 CORS，所以没有人执行 `no-cors`'],
  base: ['a guest has no address that relative ones could be resolved against', '访客没有可供相对地址参照的地址'],
  ports: ['the ports of a guest cannot be transferred', '访客的端口不能转移'],
  global: ['the global object of a guest sends no events', '访客的全局对象不发送事件'],
  late: ['no end within the deadline of the script', '没有在脚本的时限内结束'],
  other: ['not looked into', '尚未查明'],
};

/** Which failures belong to which reason: by file, and by message or name. The first that fits counts. */
export const PATTERNS = [
  [/^streams\//, /not extensible/, 'closed'],
  [/^streams\//, /pull (?:should|should have) be(?:en)? called|pull\(\) should be called|if pull rejects/, 'library'],
  [/^streams\//, /./, 'old'],
  [/^url\/url-setters-stripping/, /\\x/, 'old'],
  [/^encoding\/.*(?:single-byte|labels|non-utf|iso-2022-jp)/, /./, 'node'],
  [/^compression\/.*corrupt/, /./, 'node'],
  [/^compression\//, /./, 'whole'],
  [/no-cors/, /./, 'cors'],
  [/request-headers/, /no-cors/, 'cors'],
  [/request-structure|request-disturbed/, /destination|Navigation|init body|became disturbed/, 'old'],
  [/./, /Invalid URL|referrer is no address/, 'base'],
  [/performance-tojson/, /./, 'old'],
  [/structured-clone/, /MessagePort|MessageChannel/, 'ports'],
  [/queue-microtask-exceptions/, /./, 'global'],
  [/pbkdf2/, /0 length|N length/, 'old'],
  [/./, /timed out|^$/i, 'late'],
];
