import type { Texts } from './types.js';

/** MCP servers. */
export const MCP = {
  'mcp.title': ['MCP server', 'MCP 服务器', 'MCP 伺服器'],
  'mcp.teach': [
    'An MCP server offers tools over the network. Once connected, they appear in the list with the others, and you are asked before each call. The server must allow this page (CORS).',
    'MCP 服务器通过网络提供工具。连接后，它们与其他工具一样出现在列表中，每次调用前都会询问你。服务器必须允许本页面访问（CORS）。',
    'MCP 伺服器透過網路提供工具。連線後，它們與其他工具一樣出現在清單中，每次呼叫前都會詢問你。伺服器必須允許本頁面存取（CORS）。',
  ],
  'mcp.url': ['Address', '地址', '位址'],
  'mcp.key': [
    'Key, if the server needs one (not saved)',
    '密钥（如果服务器需要；不会保存）',
    '金鑰（如果伺服器需要；不會儲存）',
  ],
  'mcp.connect': ['Connect', '连接', '連線'],
  'mcp.cancel': ['Cancel', '取消', '取消'],
  'mcp.again': ['Reconnect', '重新连接', '重新連線'],
  'mcp.disconnect': ['Disconnect', '断开连接', '斷開連線'],
  'mcp.connecting': ['connecting…', '正在连接……', '正在連線……'],
  'mcp.connected': ['connected', '已连接', '已連線'],
  'mcp.lost': ['not responding', '没有回应', '沒有回應'],
  'mcp.disconnected': ['disconnected', '已断开', '已斷開'],
  'mcp.tools': ['Tools of {server}', '{server} 的工具', '{server} 的工具'],
  'mcp.none': ['This server offers no tools.', '此服务器没有提供工具。', '此伺服器沒有提供工具。'],
  'mcp.readsTeach': [
    'Switch on a tool that only reads: you are no longer asked before its calls.',
    '如果某个工具只查询内容，请打开它的开关：之后调用它时不再询问。',
    '如果某個工具只查詢內容，請開啟它的開關：之後呼叫它時不再詢問。',
  ],
  'mcp.reads': [
    '{name} only reads: call it without asking',
    '{name} 只读取：调用时不询问',
    '{name} 只讀取：呼叫時不詢問',
  ],
  'mcp.asked': ['asks each time', '每次询问', '每次詢問'],
  'mcp.notAsked': ['called without asking', '不询问直接调用', '不詢問直接呼叫'],
  'mcp.hintReads': ['the server says: only reads', '服务器声称：只读取', '伺服器聲稱：只讀取'],
  'mcp.hintFinal': ['the server says: cannot be undone', '服务器声称：无法撤销', '伺服器聲稱：無法復原'],
  'mcp.skippedOne': ['1 tool was left out', '有 1 个工具未采用', '有 1 個工具未採用'],
  'mcp.skipped': ['{count} tools were left out', '有 {count} 个工具未采用', '有 {count} 個工具未採用'],
  'mcp.failed': ['Not connected', '未连接', '未連線'],
} satisfies Texts;
