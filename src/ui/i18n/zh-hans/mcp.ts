import type { McpWords } from '../en/mcp.js';

/** The same in simplified Chinese. */
export const ZH_HANS_MCP: McpWords = {
  'mcp.title': 'MCP 服务器',
  'mcp.teach':
    'MCP 服务器通过网络提供工具。连接后，它们与其他工具一样出现在列表中，每次调用前都会询问你。服务器必须允许本页面访问（CORS）。',
  'mcp.url': '地址',
  'mcp.key': '密钥（如果服务器需要；不会保存）',
  'mcp.connect': '连接',
  'mcp.cancel': '取消',
  'mcp.again': '重新连接',
  'mcp.disconnect': '断开连接',
  'mcp.connecting': '正在连接……',
  'mcp.connected': '已连接',
  'mcp.lost': '没有回应',
  'mcp.disconnected': '已断开',
  'mcp.tools': '{server} 的工具',
  'mcp.none': '此服务器没有提供工具。',
  'mcp.readsTeach': '如果某个工具只查询内容，请打开它的开关：之后调用它时不再询问。',
  'mcp.reads': '{name} 只读取：调用时不询问',
  'mcp.asked': '每次询问',
  'mcp.notAsked': '不询问直接调用',
  'mcp.hintReads': '服务器声称：只读取',
  'mcp.hintFinal': '服务器声称：无法撤销',
  'mcp.skippedOne': '有 1 个工具未采用',
  'mcp.skipped': '有 {count} 个工具未采用',
  'mcp.failed': '未连接',
};
